import { type Query, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, expect } from 'vitest'
import { createQueryClient } from '@/app/query-client'
import { Toaster } from '@/components/ui/toaster'
import { sessionStorageKey } from '@/lib/storage-keys'
import { loadClient } from '@/lib/supabase'
import { memberId } from './builders.ts'
import { server } from './server.ts'

const clients: QueryClient[] = []

type Options = {
  path?: string
  route?: string
  /** Of another element than one in the document's body. */
  container?: HTMLElement
}

/**
 * Renders one screen as the app does: cache policy, toasts, and a router at `route` (its path pattern is `path`).
 * Any other address shows 'elsewhere: <address>', so that a test sees where a screen navigates to.
 */
export function renderPage(page: ReactElement, { path = '/', route = path, container }: Options = {}) {
  const client = createQueryClient()
  clients.push(client)
  const policy = client.getDefaultOptions()
  client.setDefaultOptions({ ...policy, queries: { ...policy.queries, retryDelay: 1 } })
  // In jsdom, only styles in elements could switch pointer events off.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[route]}>
        <Routes>
          <Route path={path} element={page} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
        <Address />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
    { container },
  )
  return { ...view, user, client }
}

/** Hidden from the tests that look for text or roles. */
function Address() {
  const { search, hash } = useLocation()
  return <span hidden data-address={search + hash} />
}

/** The query string and fragment of the page that `renderPage` shows. */
export const address = () => document.querySelector('[data-address]')?.getAttribute('data-address')

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>{`elsewhere: ${pathname}${search}`}</p>
}

/** The response of auth to a sign-in: a session of one hour. */
export function sessionAnswer(email = 'tamsin@ferreira.example', id = memberId) {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const expires = Math.floor(Date.now() / 1000) + 3600
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: id, email, exp: expires, role: 'authenticated' })}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expires,
    user: {
      id,
      email,
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: {},
      user_metadata: {},
      created_at: '2026-09-02T09:00:00Z',
    },
  }
}

/** Signs a user in through the real client, until the test ends. */
export async function signInAs(email?: string, id?: string) {
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(email, id))))
  const { auth } = await loadClient()
  await auth.signInWithPassword({
    email: email ?? 'tamsin@ferreira.example',
    password: 'guildhall-demo',
  })
}

/** Drops the session without a request. */
export async function forgetSession() {
  localStorage.removeItem(sessionStorageKey)
  const { auth } = await loadClient()
  await auth.signOut({ scope: 'local' })
}

/** The rows of a page stay until those of the next have arrived. */
const isPageWithoutPlaceholder = ({ options, state: { data } }: Query) =>
  data instanceof Object && 'rows' in data && 'page' in data && !('placeholderData' in options)

afterEach(async () => {
  const queries = clients.splice(0).flatMap((client) => client.getQueryCache().getAll())
  cleanup()
  await forgetSession()
  expect(queries.filter(isPageWithoutPlaceholder).map(({ queryKey }) => queryKey)).toEqual([])
})
