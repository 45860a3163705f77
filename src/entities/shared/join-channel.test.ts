import { expect, it, vi } from 'vitest'
import * as loading from '@/lib/after-initial-load'
import * as supabase from '@/lib/supabase'
import { joinChannel } from './join-channel'

it.each([
  [
    'joins with a token after the initial load, and leaves',
    false,
    ['token', 'join notices', 'leave notices'],
  ],
  ['joins nothing that was left before', true, []],
])('%s', async (_case, leftBefore, expected) => {
  const done: string[] = []
  const name = (channel: unknown) => String(Object(channel).topic)
  vi.spyOn(supabase, 'loadClient').mockResolvedValue({
    realtime: { setAuth: async () => void done.push('token') },
    channel: (topic: string) => ({ topic }),
    removeChannel: (channel: unknown) => done.push(`leave ${name(channel)}`),
  } as never)
  let load = () => {}
  const initialLoad = new Promise<void>((resolve) => {
    load = resolve
  })
  vi.spyOn(loading, 'afterInitialLoad').mockReturnValue(initialLoad)
  const failed = vi.fn()
  const leave = joinChannel('notices', (channel) => done.push(`join ${name(channel)}`), failed)
  if (leftBefore) leave()
  load()
  if (!leftBefore) await vi.waitFor(() => expect(done).toContain('join notices'))
  await new Promise((resolve) => setTimeout(resolve))
  leave()
  expect(done).toEqual(expected)
})
