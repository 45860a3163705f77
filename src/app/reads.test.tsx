import { screen, waitFor, within } from '@testing-library/react'
import { serveApp } from '@tests/support/app-api'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { matcher } from '@tests/support/reads/calls'
import { adminReads, memberReads } from '@tests/support/reads/reads'
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

const reads = [...memberReads, ...adminReads]

it.each(reads)(
  '$screen: shows that $name is loading, reports a failure of this part only, and retries',
  async ({ call, screen: path, message, toast }) => {
    window.scrollTo = () => undefined
    await signInAs()
    const { order, buyer, offered } = serveApp()
    const { method, path: pattern } = matcher(call)
    const isCall = (request: string) => {
      const [sent, url = ''] = request.split(' ')
      const { pathname, search } = new URL(url)
      return sent === method && pattern.test(pathname + search)
    }
    let [asked, down] = [false, true]
    const { released, release } = held()
    server.use(
      http.all('*', async ({ request }) => {
        if (!down || !isCall(`${request.method} ${request.url}`)) return
        asked = true
        await released
        return broken()
      }),
    )
    const route = path
      .replace('{order}', order.id)
      .replace('{buyer}', buyer.id)
      .replace('{benefit}', offered.id)
    const { user } = renderPage(<Router />, { path: '*', route })
    await waitFor(() => expect(asked).toBe(true))
    // The other parts are there.
    await waitFor(() => expect(pendingRequests().filter((request) => !isCall(request))).toEqual([]))
    const busy = countBusy()
    release()
    const alert = (await screen.findAllByText(message, { exact: false }))
      .map((text) => text.closest<HTMLElement>('[role=alert]'))
      .find((one) => one !== null)!
    if (toast) await seeToast('Error', toast)
    // Each part that shows this read fails, and no other.
    const parts = reads.filter((read) => read.call === call && read.screen === path)
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(parts.length),
    )
    down = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    await waitFor(() => expect(countBusy()).toBeLessThan(busy))
    expect(screen.getByRole('main', { hidden: true })).toBeVisible()
    await waitFor(() => expect(pendingRequests()).toEqual([]))
  },
)
