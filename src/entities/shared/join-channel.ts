import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterInitialLoad } from '@/lib/after-initial-load'
import { loadClient } from '@/lib/supabase'

/** Joins after the initial load; `listen` adds its listeners and subscribes. Returns the function that leaves. */
export function joinChannel(
  name: string,
  listen: (channel: RealtimeChannel) => void,
  onFailure: () => void,
): () => void {
  let left = false
  let leave: (() => unknown) | undefined
  async function join() {
    await afterInitialLoad()
    if (left) return
    const client = await loadClient()
    // Without a token, a join receives no rows.
    await client.realtime.setAuth()
    if (left) return
    const channel = client.channel(name)
    leave = () => client.removeChannel(channel)
    listen(channel)
  }
  void join().catch(onFailure)
  return () => {
    left = true
    leave?.()
  }
}
