import { balanceSize } from '@/features/member/dashboard/balance-size'
import { greeting } from '@/features/member/dashboard/greeting'
import { env } from '@/lib/env'
import { sessionStorageKey } from '@/lib/storage-keys'
import type { FirstRequest } from './stand-ins.ts'

// Stands in the dashboard's shell, before anything else is there (P3): asks for the page's data, for lib/prefetched, and
// shows who came and what they have as soon as it is known.

declare const __FIRST_REQUESTS__: FirstRequest[]
declare const __ANYBODY__: string
declare const __ANY_BALANCE__: string

/** auth-js renews a session that ends within this time. */
const renewal = 90_000

type Stored = { access_token: string; expires_at: number; user: { id: string } }

function ask({ access_token, user }: Stored) {
  const early = { a: `Bearer ${access_token}`, m: new Map<string, Promise<Response>>() }
  for (const { path, method, body, headers } of __FIRST_REQUESTS__) {
    const url = env.supabaseUrl.replace(/\/$/, '') + path.replaceAll(__ANYBODY__, user.id)
    const answer = fetch(url, {
      method,
      body,
      headers: { ...headers, apikey: env.anonKey, authorization: early.a },
    })
    early.m.set(method + url + (body ?? ''), answer)
    if (path.includes('/profiles?')) answer.then(show).catch(() => undefined)
    else answer.catch(() => undefined)
  }
  window.early = early
}

async function show(answer: Response) {
  if (!answer.ok) return
  const { name, current_tokens } = await answer.clone().json()
  const size = balanceSize(current_tokens)
  const sum = document.querySelector<HTMLTemplateElement>(`#sum-${size}`)?.content
  for (const part of sum?.querySelectorAll('span') ?? []) {
    const [text] = part.childNodes
    if (text instanceof Text)
      text.data = text.data.replace(__ANY_BALANCE__, Number(current_tokens).toLocaleString())
  }
  if (sum) document.querySelector('[data-sum]')?.replaceChildren(sum)
  const heading = document.querySelector('[data-shell] h1')
  const greeted = heading?.cloneNode()
  if (!heading || !greeted) return
  greeted.textContent = greeting(name)
  heading.replaceWith(greeted)
}

try {
  const stored: Stored | null = JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null')
  if (stored && stored.expires_at * 1000 - Date.now() > renewal) ask(stored)
} catch {
  // The app asks by itself.
}
