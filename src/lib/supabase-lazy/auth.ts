import type { AuthChangeEvent, GoTrueClient as Loaded, Session } from '@supabase/auth-js'
import { toNetworkError } from '@/lib/errors'
import { browserStorage } from '@/lib/storage'
import { whenSettled } from './settled.ts'

type Options = NonNullable<ConstructorParameters<typeof Loaded>[0]>
type Listener = (event: AuthChangeEvent, session: Session | null) => void

/** auth-js refreshes a session that expires within this time. */
const renewal = 90_000

/** Replaces auth-js: reads a valid session from storage, and loads the client (23 kB) for the rest. */
export class AuthClient {
  readonly #options: Options
  readonly #waiting = new Set<Listener>()
  #loading: Promise<Loaded> | undefined
  #client: Loaded | undefined

  constructor(options: Options) {
    this.#options = options
    // Offline, it is loaded only when needed.
    const load = () => void this.#load().catch(() => undefined)
    void whenSettled().then(load)
    window.addEventListener('storage', ({ key }) => key === options.storageKey && load())
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

  /** The second call reads what another tab stored meanwhile; without that it fails as the first did, and sends nothing. */
  async #renewed() {
    const client = await this.#load()
    return client.getSession().catch(() => client.getSession())
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

  /** Null if none is stored, undefined if only the real client can tell. */
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
