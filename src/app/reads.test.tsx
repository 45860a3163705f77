import { act, screen, waitFor, within } from '@testing-library/react'
import { serveApp } from '@tests/support/app-api'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { matcher, type Read, reads } from '@tests/support/reads'
import { renderPage, signInAs } from '@tests/support/render'
import { pendingRequests, server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { useNavigate } from 'react-router-dom'
import { toast } from 'sonner'
import { beforeEach, expect, it, vi } from 'vitest'
import * as live from '@/entities/shared/live'
import { Router } from './router'

beforeEach(async () => {
  vi.spyOn(live, 'useLiveUpdates').mockReturnValue(undefined)
  window.scrollTo = () => undefined
  await signInAs()
})

/** Waits for what no change of the page announces. */
const waitUntil = (check: () => void) => waitFor(check, { interval: 5 })

/** Opens the app at an address, and leads it to others. */
function openApp(route: string) {
  let navigate: ReturnType<typeof useNavigate> | undefined
  function Navigation() {
    navigate = useNavigate()
    return null
  }
  const app = (
    <>
      <Router />
      <Navigation />
    </>
  )
  return { ...renderPage(app, { path: '*', route }), go: (to: string) => act(async () => navigate?.(to)) }
}

const countBusy = () =>
  document.querySelectorAll('[aria-busy="true"], [class*="breathe"]').length +
  screen.queryAllByText(/^Loading/).length

/** What says that a part could not be loaded, and offers to try again. */
const failures = () =>
  [...document.querySelectorAll<HTMLElement>('[role=alert]')].filter(
    (alert) => within(alert).queryByText('Try again') !== null,
  )
const failureOf = ({ message, safe }: Read) =>
  failures().find(({ textContent }) => textContent?.includes(message) && textContent.includes(safe))

/** Serves the app, but holds the calls that are `down` until they are released, and then fails them. */
function serveFailing() {
  const down = new Map<Read['call'], ReturnType<typeof held>>()
  const asked = new Set<Read['call']>()
  const callOf = (method: string, url: string) => {
    const { pathname, search } = new URL(url)
    return [...down.keys()].find(
      (call) => matcher(call).method === method && matcher(call).path.test(pathname + search),
    )
  }
  const { order, buyer, offered } = serveApp()
  server.use(
    http.all('*', async ({ request: { method, url } }) => {
      const call = callOf(method, url)
      if (!call) return
      asked.add(call)
      await down.get(call)?.released
      return broken()
    }),
  )
  const others = () =>
    pendingRequests().filter((request) => !callOf(...(request.split(' ') as [string, string])))
  const routeOf = (path: string) =>
    path.replace('{order}', order.id).replace('{buyer}', buyer.id).replace('{benefit}', offered.id)
  return { down, asked, others, routeOf }
}

/** What says that it is loading only together with another part of its screen. */
const together = new Set<Read['call']>(['GET rpc/benefit_facts', 'POST rpc/delivery_status'])

const addresses = [...new Set(reads.map(({ screen: path }) => path.replace('#then', '')))]
/** A search starts without the rows of the whole list. */
const pageOf = (path: string) => (path.includes('?q=') ? path : path.replace(/\?.*/, ''))

it.each([...new Set(addresses.map(pageOf))])(
  '%s: each part says that it is loading, fails alone, and is read again',
  async (page) => {
    const { down, asked, others, routeOf } = serveFailing()
    let app: ReturnType<typeof openApp> | undefined
    for (const path of addresses.filter((each) => pageOf(each) === page)) {
      const stages = [path, `${path}#then`].map((name) => reads.filter((read) => read.screen === name))
      for (const { call } of stages.flat()) down.set(call, held())
      asked.clear()
      toast.dismiss()
      if (app) await app.go(routeOf(path))
      app ??= openApp(routeOf(path))
      const busy: number[] = []
      for (const parts of stages.filter(({ length }) => length > 0)) {
        await waitUntil(() => expect(parts.filter(({ call }) => !asked.has(call))).toEqual([]))
        // What else the screen shows is there.
        await waitUntil(() => expect(others()).toEqual([]))
        busy.push(countBusy())
        for (const call of new Set(parts.map((read) => read.call))) {
          const before = countBusy()
          down.get(call)?.release()
          if (!together.has(call)) await waitFor(() => expect(countBusy(), call).toBeLessThan(before))
        }
        for (const { toast: title } of parts) if (title) await seeToast('Error', title)
        for (const { call } of parts) {
          const left = parts.filter((read) => down.has(read.call))
          await waitFor(() => {
            expect(left.filter((read) => !failureOf(read))).toEqual([])
            expect(failures()).toHaveLength(left.length)
          })
          // A call that two parts share was tried again with the first.
          if (!down.delete(call)) continue
          await app.user.click(within(failureOf(left[0]!)!).getByText('Try again'))
        }
      }
      await waitFor(() => expect(document.querySelector('[role=alert]')).toBeNull())
      await waitFor(() => expect(countBusy()).toBeLessThan(Math.min(...busy)))
      expect(document.querySelector('main')).toBeVisible()
      await waitUntil(() => expect(pendingRequests()).toEqual([]))
    }
  },
)

it.each([
  ['Member', ['/dashboard/no-such-page', '/dashboard/orders/one/too/many']],
  ['Admin', ['/admin/no-such-page']],
])('says below the navigation of the area %s that a page is not found', async (area, routes) => {
  serveApp()
  for (const route of routes) {
    const { unmount } = openApp(route)
    expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: area })).toBeVisible()
    await waitUntil(() => expect(pendingRequests()).toEqual([]))
    unmount()
  }
})
