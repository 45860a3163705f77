import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter, useRoutes } from 'react-router-dom'
import { handlesAt, routes } from '@/app/routes'
import { type Profile, profileQueries } from '@/entities/profiles/profile'
import { mySecondFactorQuery } from '@/entities/session/assurance'
import { formatLongDate } from '@/lib/format'
import { type AuthMode, paths } from '@/lib/paths'
import { appPaths, staticPages } from '../static-pages.tsx'
import { withEarlyRows } from './early.tsx'
import { placeholders } from './placeholders.ts'
import { type FirstRequest, setSignedIn, takeRequests } from './stubs.ts'

export type Frame = {
  path: string
  audience: 'member' | 'guest' | 'any'
  markup: string
  /** Shown on admin pages until the role is known (D11). */
  gate?: string
  /** Sent immediately, the profile first. */
  requests: FirstRequest[]
  modules: string[]
}

const Routes = () => useRoutes(routes)

function render(client: QueryClient, location: string, node: ReactNode = <Routes />): string {
  Object.assign(globalThis, { window: { location: { origin: '', pathname: location } } })
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouter location={location}>{node}</StaticRouter>
    </QueryClientProvider>,
    { identifierPrefix: location.replaceAll(/\W/g, '') },
  )
  Reflect.deleteProperty(globalThis, 'window')
  // An error on the server renders the Suspense fallback.
  if (markup.includes('>Loading</span>')) throw new Error(`${location} cannot be rendered at build time`)
  // The day of the reader, not of the build.
  const dated = markup
    .replace(/^<title>.*?<\/title>/, '')
    .replaceAll(new RegExp(`${formatLongDate(new Date())}\\.?`, 'g'), '\u00a0')
  // The whole frame is inert, so screen readers skip it anyway.
  const shown = dated.replaceAll(' aria-hidden="true"', '')
  // Input would be lost.
  return shown.replaceAll(/<(input|textarea)(?=[ >])/g, '<$1 aria-readonly="true"')
}

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

function moduleOf(source: () => unknown): string {
  const [, id] = /import\w*\(["'](.+?)["']/.exec(String(source)) ?? []
  if (!id) throw new Error(`A route imports no module: ${source}`)
  return id
}

/** Renders the page before its data, and records its requests. */
async function renderFrame(path: string): Promise<Frame> {
  const location = path.replace(':id', placeholders.id)
  const handles = handlesAt(location)
  await Promise.all(handles.map(({ load }) => load?.()))
  const modules = handles.flatMap(({ source }) => (source ? [moduleOf(source)] : []))
  const isMembers = path.startsWith(paths.dashboard) || path.startsWith(paths.admin)
  setSignedIn(isMembers)
  if (path.startsWith(paths.authRoot)) {
    // The document holds a view per mode; frame.css shows one.
    const modes: AuthMode[] = path === paths.authRoot ? ['signup', 'signin', 'forgot'] : ['signup']
    const views = modes.map(
      (mode) => `<div data-view="${mode}">${render(newClient(), `${path}?mode=${mode}`)}</div>`,
    )
    return { path, audience: 'guest', markup: views.join(''), requests: [], modules }
  }
  if (!isMembers) return { path, audience: 'any', markup: render(newClient(), path), requests: [], modules }

  const client = newClient()
  const adminOnly = handles.some((handle) => handle.adminOnly)
  const gate = adminOnly ? render(client, location) : undefined
  if (adminOnly) {
    client.setQueryData(profileQueries.own(placeholders.user).queryKey, { role: 'admin' } as Profile)
    client.setQueryData(mySecondFactorQuery.queryKey, { required: false, approved: false, recovery_codes: 0 })
  }
  const page = render(client, location)
  const markup = withEarlyRows(path, page, (node) => render(client, path, node))
  if (!adminOnly) {
    // Some requests wait for the profile, which is among the first.
    client.setQueryData(profileQueries.own(placeholders.user).queryKey, { current_tokens: 0 } as Profile)
    render(client, location)
  }
  return { path, audience: 'member', markup, gate, requests: await requestsOf(client), modules }
}

async function requestsOf(client: QueryClient): Promise<FirstRequest[]> {
  const enabled = client.getQueryCache().findAll({
    predicate: ({ options, meta }) =>
      meta?.prefetched !== false && !('enabled' in options && options.enabled === false),
  })
  takeRequests()
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: placeholders.zone }
  }
  await Promise.allSettled(enabled.map((query) => query.fetch()))
  Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions
  client.clear()
  const found = takeRequests()
  const profile = found.find(({ path }) => path.includes(`/profiles?select=*&id=eq.${placeholders.user}`))
  if (!profile) throw new Error('A page requests no profile')
  return [profile, ...found.filter((one) => one !== profile)]
}

// Evaluated at build time, where imports end with this module's evaluation.
export const pages = staticPages
export const frames: Frame[] = []
for (const path of ['/404', ...appPaths]) frames.push(await renderFrame(path))
