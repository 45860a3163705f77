import type { RealtimeClient as Loaded, RealtimeChannel } from '@supabase/realtime-js'
import { whenSettled } from './settled.ts'

type Load = () => Promise<Loaded>
type Listener = Parameters<RealtimeChannel['subscribe']>[0]

/** Replaces realtime-js: the first subscription fetches the real client, once the page has settled. */
export class RealtimeClient {
  readonly #options: ConstructorParameters<typeof Loaded>
  #loaded: Promise<Loaded> | undefined

  constructor(...options: ConstructorParameters<typeof Loaded>) {
    this.#options = options
  }

  readonly #load: Load = () => {
    this.#loaded ??= import('@supabase/realtime-js').then(
      (module) => new module.RealtimeClient(...this.#options),
    )
    return this.#loaded
  }

  channel(...name: Parameters<Loaded['channel']>) {
    return new LazyChannel(this.#load, name)
  }

  removeChannel(channel: LazyChannel) {
    return channel.leave()
  }

  /** A client that is not loaded yet reads the token when it joins. */
  async setAuth(token?: string | null) {
    const client = await this.#loaded?.catch(() => undefined)
    await client?.setAuth(token)
  }
}

/** Records listeners until the real channel is loaded. */
class LazyChannel {
  readonly #load: Load
  readonly #name: Parameters<Loaded['channel']>
  readonly #wishes: Parameters<RealtimeChannel['on']>[] = []
  #joined: Promise<RealtimeChannel | undefined> | undefined
  #left = false

  constructor(load: Load, name: Parameters<Loaded['channel']>) {
    this.#load = load
    this.#name = name
  }

  on(...wish: Parameters<RealtimeChannel['on']>) {
    this.#wishes.push(wish)
    return this
  }

  subscribe(listener?: Listener) {
    this.#joined ??= this.#join(listener)
    return this
  }

  async #join(listener: Listener) {
    await whenSettled()
    if (this.#left) return undefined
    const client = await this.#load()
    // Without a token, a join receives no rows.
    await client.setAuth()
    if (this.#left) return undefined
    const channel = client.channel(...this.#name)
    for (const wish of this.#wishes) channel.on(...wish)
    return channel.subscribe(listener)
  }

  async leave() {
    this.#left = true
    const channel = await this.#joined
    if (channel) await (await this.#load()).removeChannel(channel)
    return 'ok' as const
  }
}
