import { screen, waitFor, within } from '@testing-library/react'
import { serveApp } from '@tests/support/app-api'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { matcher, type Read, reads, textsOf } from '@tests/support/reads'
import { renderPage, signInAs } from '@tests/support/render'
import { pendingRequests, server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import * as live from '@/entities/shared/live'
import { Router } from './router'

beforeEach(() => void vi.spyOn(live, 'useLiveUpdates').mockReturnValue(undefined))

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

const screens = [...new Set(reads.map((read) => read.screen))]

it.each(screens)('%s: each part says that it is loading, fails alone, and is read again', async (path) => {
  const parts = reads.filter((read) => read.screen === path)
  const down = new Set(parts.map(({ call }) => call))
  window.scrollTo = () => undefined
  await signInAs()
  const { order, buyer, offered } = serveApp()
  const asked = new Set<string>()
  const callOf = (method: string, url: string) => {
    const { pathname, search } = new URL(url)
    return [...down].find(
      (call) => matcher(call).method === method && matcher(call).path.test(pathname + search),
    )
  }
  const { released, release } = held()
  server.use(
    http.all('*', async ({ request: { method, url } }) => {
      const call = callOf(method, url)
      if (!call) return
      asked.add(call)
      await released
      return broken()
    }),
  )
  const route = path
    .replace('{order}', order.id)
    .replace('{buyer}', buyer.id)
    .replace('{benefit}', offered.id)
  const { user } = renderPage(<Router />, { path: '*', route })
  await waitFor(() => expect([...asked].sort()).toEqual([...down].sort()))
  // What else the screen shows is there.
  await waitFor(() =>
    expect(
      pendingRequests().filter((request) => !callOf(...(request.split(' ') as [string, string]))),
    ).toEqual([]),
  )
  const busy = countBusy()
  release()
  for (const { toast } of parts) if (toast) await seeToast('Error', toast)
  for (const { call } of parts) {
    const left = parts.filter((read) => down.has(read.call))
    await waitFor(() => {
      expect(left.filter((read) => !failureOf(read))).toEqual([])
      expect(failures()).toHaveLength(left.length)
    })
    // A call that two parts share was tried again with the first.
    if (!down.delete(call)) continue
    await user.click(within(failureOf(left[0]!)!).getByText('Try again'))
  }
  await waitFor(() => expect(document.querySelector('[role=alert]')).toBeNull())
  await waitFor(() => expect(countBusy()).toBeLessThan(busy))
  expect(document.querySelector('main')).toBeVisible()
  const shown = document.body.textContent?.replace(/\s+/g, ' ') ?? ''
  expect(textsOf(path).filter((text) => !shown.includes(text))).toEqual([])
  await waitFor(() => expect(pendingRequests()).toEqual([]))
})

it.each([
  ['/dashboard/no-such-page', 'Member'],
  ['/admin/no-such-page', 'Admin'],
  ['/dashboard/orders/one/too/many', 'Member'],
])('%s is not found, and keeps the navigation', async (route, area) => {
  window.scrollTo = () => undefined
  await signInAs()
  serveApp()
  renderPage(<Router />, { path: '*', route })
  expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  expect(screen.getByRole('navigation', { name: area })).toBeVisible()
  await waitFor(() => expect(pendingRequests()).toEqual([]))
})
