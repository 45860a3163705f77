import type { AuthChangeEvent, GoTrueClient as Loaded, Session } from '@supabase/auth-js'
import { isTransient, toNetworkError } from '@/lib/errors'
import { browserStorage } from '@/lib/storage'
import { whenSettled } from './settled.ts'

type Options = NonNullable<ConstructorParameters<typeof Loaded>[0]>
type Listener = (event: AuthChangeEvent, session: Session | null) => void

/** auth-js renews a session that ends within this time. */
const renewal = 90_000

/**
 * Stands in for auth-js in the built app (decision 10). A stored session that need not be renewed is answered from
 * storage, so that the first requests do not wait for 23 kB of code; everything else loads the real client, and so
 * does the page once it has settled: then it renews and hears the other tabs.
 */
export class AuthClient {
  readonly #options: Options
  readonly #waiting = new Set<Listener>()
  #loading: Promise<Loaded> | undefined
  #client: Loaded | undefined

  constructor(options: Options) {
    this.#options = options
    // Without a network it stays away until it is needed.
    const come = () => void this.#load().catch(() => undefined)
    void whenSettled().then(come)
    // Another tab signed in or out.
    window.addEventListener('storage', ({ key }) => key === options.storageKey && come())
  }

  async #load(): Promise<Loaded> {
    this.#loading ??= import('@supabase/auth-js').then((module) => {
      const client = new module.AuthClient(this.#options)
      this.#client = client
      for (const listener of this.#waiting) client.onAuthStateChange(listener)
      this.#waiting.clear()
      return client
    })
    try {
      return await this.#loading
    } catch (error) {
      this.#loading = undefined
      throw toNetworkError(error)
    }
  }

  getSession: Loaded['getSession'] = async () => {
    const session = this.#client ? undefined : this.#stored()
    if (session === undefined) return this.#renewed()
    return session ? { data: { session }, error: null } : { data: { session: null }, error: null }
  }

  /** Auth's own answer. It refuses where another tab renewed meanwhile, or where the session is over: then it knows better now. */
  async #renewed() {
    const client = await this.#load()
    try {
      return await client.getSession()
    } catch (error) {
      if (isTransient(error)) throw error
      return client.getSession()
    }
  }

  onAuthStateChange(listener: Listener): ReturnType<Loaded['onAuthStateChange']> {
    if (this.#client) return this.#client.onAuthStateChange(listener)
    this.#waiting.add(listener)
    queueMicrotask(() => {
      const session = this.#stored()
      if (session !== undefined) listener('INITIAL_SESSION', session)
      else void this.#load().catch(() => undefined)
    })
    const unsubscribe = () => void this.#waiting.delete(listener)
    return { data: { subscription: { id: '', callback: listener, unsubscribe } } }
  }

  /** The stored session; null where none is stored, undefined where only the real client can tell. */
  #stored(): Session | null | undefined {
    try {
      const text = browserStorage.getItem(this.#options.storageKey ?? '')
      if (text === null) return null
      const session: Session = JSON.parse(text)
      return Number(session.expires_at) * 1000 - Date.now() > renewal ? session : undefined
    } catch {
      return undefined
    }
  }

  getUser: Loaded['getUser'] = async (...call) => (await this.#load()).getUser(...call)
  signInWithPassword: Loaded['signInWithPassword'] = async (...call) =>
    (await this.#load()).signInWithPassword(...call)
  signUp: Loaded['signUp'] = async (...call) => (await this.#load()).signUp(...call)
  signOut: Loaded['signOut'] = async (...call) => (await this.#load()).signOut(...call)
  setSession: Loaded['setSession'] = async (...call) => (await this.#load()).setSession(...call)
  verifyOtp: Loaded['verifyOtp'] = async (...call) => (await this.#load()).verifyOtp(...call)
  resend: Loaded['resend'] = async (...call) => (await this.#load()).resend(...call)
  updateUser: Loaded['updateUser'] = async (...call) => (await this.#load()).updateUser(...call)
  resetPasswordForEmail: Loaded['resetPasswordForEmail'] = async (...call) =>
    (await this.#load()).resetPasswordForEmail(...call)
}
