import { type BrowsedBenefit, cheapestUnordered } from '@/entities/benefits/benefit'
import { env } from '@/lib/env'
import type { Prefetched } from '@/lib/fetch'
import { sessionStorageKey } from '@/lib/storage-keys'
import { placeholders } from './placeholders.ts'
import '../prerendered.css'
import './frame.css'
import type { FirstRequest } from './stubs.ts'

// Inline in every document: requests the page's data before any other code is loaded (P3, P12).

/** auth-js refreshes a session that expires within this time. */
const renewalMs = 90_000

type Stored = { access_token: string; expires_at: number; user: { id: string } }

/** Written by the build: the requests, the profile first, and the files that only admins load. */
export type Plan = { requests: FirstRequest[]; adminFiles?: string[] }

const ignore = () => undefined

async function prefetch() {
  const query = new URLSearchParams(location.search)
  const root = document.documentElement
  root.dataset.mode = query.get('mode') ?? ''
  root.dataset.tab = query.get('tab') ?? ''
  const plan = document.querySelector<HTMLMetaElement>('meta[name=prefetch]')?.content
  const stored: Stored | null = JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null')
  if (!plan || !stored || stored.expires_at * 1000 - Date.now() <= renewalMs) return
  const { access_token, user } = stored
  const { requests, adminFiles }: Plan = JSON.parse(plan)
  const [profile, ...others] = requests
  if (!profile) return
  const prefetched: Prefetched = { authorization: `Bearer ${access_token}`, responses: new Map() }
  window.prefetched = prefetched
  // Intl costs 40 ms of a slow phone's first paint.
  const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [id] = /[0-9a-f-]{36}(?=\/?$)/.exec(location.pathname) ?? []
  const fill = (text: string) =>
    text
      .replaceAll(placeholders.user, user.id)
      .replaceAll(placeholders.id, id ?? '')
      .replaceAll(placeholders.zone, zone)

  function send({ path, method, body, headers }: FirstRequest) {
    const url = env.supabaseUrl.replace(/\/$/, '') + fill(path)
    const filled = body && fill(body)
    const response = fetch(url, {
      method,
      body: filled,
      headers: { ...headers, apikey: env.anonKey, authorization: prefetched.authorization },
    })
    response.catch(ignore)
    prefetched.responses.set(method + url + (filled ?? ''), response)
    return response
  }
  // With a filter or a page in the URL, the page requests other rows; not with what only opens a dialog.
  const isFiltered = /[?&](?!(order|person|code)=)/.test(location.search)
  const isComplete = ({ path, body = '' }: FirstRequest) => id || !(path + body).includes(placeholders.id)
  // Each in a task of its own (P4): an admin's page has up to ten, and the first time zone costs as much as all of them.
  const sendLater = (one: FirstRequest) =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(send(one)), 0))
  const sendOthers = () => {
    if (isFiltered) return
    const sent = others.filter(isComplete).map((one) => ({ ...one, response: sendLater(one) }))
    const early = sent.filter(({ path }) => /\/(browse_benefits|delivery_status)/.test(path))
    showRows(early.map(({ response }) => response)).catch(ignore)
  }

  const sent = send(profile)
  if (!adminFiles) sendOthers()
  const response = await sent
  if (!response.ok) return
  const { role, deletes_at } = await response.clone().json()
  if (deletes_at) root.classList.add('leaving')
  if (adminFiles && role === 'admin') {
    prefetched.isAdmin = true
    for (const href of adminFiles) {
      const rel = /css$/.test(href) ? 'stylesheet' : 'modulepreload'
      document.head.append(Object.assign(document.createElement('link'), { rel, href }))
    }
    sendOthers()
    const frame = document.querySelector<HTMLTemplateElement>('#admin-frame')?.content
    if (frame) document.querySelector('[data-frame]')?.replaceChildren(frame)
  }
}

/** Shows rows in place of as many skeletons: those of a page, or of the dashboard's two requests for benefits. */
async function showRows(responses: Promise<Response>[]) {
  const lists: BrowsedBenefit[][] = await Promise.all(
    responses.map(async (one) => (await one).clone().json()),
  )
  const row = document.querySelector<HTMLTemplateElement>('#early-row')
  const place = document.querySelector('[data-early]')
  const count = place?.childElementCount ?? 0
  const shown = lists.length > 1 ? cheapestUnordered(lists.flat(), count) : lists.flat().slice(0, count)
  if (row && shown.length > 0) place?.replaceChildren(...shown.map((one) => fillTemplate(row, { ...one })))
}

/** A copy of a template, with `values` in its slots, and without the parts of a section whose value is missing. */
function fillTemplate({ content }: HTMLTemplateElement, values: Record<string, unknown>) {
  const copy = content.cloneNode(true) as DocumentFragment
  for (const slot of copy.querySelectorAll('slot')) {
    if (!values[slot.name]) slot.closest('section > *')?.remove()
    slot.replaceWith(`${values[slot.name] ?? ''}`)
  }
  for (const picture of copy.querySelectorAll('img')) {
    const address = `${values[`${picture.dataset.source}`]}`
    // A part of `isPictureAddress`, which would be too long here.
    if (/^(https:|\/\w)/.test(address)) picture.src = address
  }
  return copy
}

// Without it, the app sends its own requests.
prefetch().catch(ignore)
