import { act, screen, waitFor, within } from '@testing-library/react'
import { counts, emailStatus, refused, serveOverview, today } from '@tests/support/overview-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { OverviewPage } from './page'
import { SystemStatus } from './system-status'

const tokens = /^Tokens in each of the last 12 weeks: 1,200 issued and 480 spent in all, 720 outstanding now$/

beforeEach(() => signInAs())

function open(told: Parameters<typeof serveOverview>[0] = {}, route = '/') {
  const requests = serveOverview(told)
  return { requests, ...renderPage(<OverviewPage />, { route }) }
}

it('shows the first steps until they are dismissed, to each admin of a browser', async () => {
  const empty = { admin_counts: () => HttpResponse.json({ ...counts, orders: 0 }) }
  const { user, unmount } = open({
    ...empty,
    admin_today: () => HttpResponse.json({ ...today, has_logo: true }),
  })
  await screen.findByText('2 of 5 done')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('First steps')).not.toBeInTheDocument()
  unmount()
  await signInAs('second@ferreira.example', '22222222-2222-4222-8222-222222222222')
  open(empty)
  expect(await screen.findByText('First steps')).toBeVisible()
})

describe('charts', () => {
  it('shows the numbers under the pointer, and opens each bar and point by arrows from one stop for Tab (D48)', async () => {
    const { user } = open()
    const group = await screen.findByRole('group', { name: tokens })
    vi.spyOn(group, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1200, 300))
    const see = (text: string) => waitFor(() => expect(group).toHaveTextContent(text))
    const gone = () => waitFor(() => expect(group).not.toHaveTextContent('Outstanding'))
    await user.pointer({ target: group, coords: { clientX: 150 } })
    await see('Issued100Spent40Outstanding120')
    await user.pointer({ target: group, coords: { clientX: 1200 } })
    await see('Outstanding720')
    await user.keyboard('{Escape}')
    await gone()
    await user.pointer({ target: group, coords: { clientX: 1 } })
    await see('Outstanding60')
    await user.pointer({ target: document.body })
    await gone()
    const buttons = within(group).getAllByRole('button')
    expect(buttons).toHaveLength(3 * 12)
    const stops = buttons.filter(({ tabIndex }) => tabIndex === 0)
    expect(stops).toHaveLength(1)
    act(() => stops[0]?.focus())
    const keys = [
      ['{ArrowLeft}{ArrowDown}', /^Week from Nov 13, 2026, spent: 40. Explain$/],
      ['{ArrowUp}{ArrowRight}', /^Week from Nov 20, 2026, issued: 100. Explain$/],
      ['{ArrowDown}{ArrowDown}{Home}', /^Week from Sep 4, 2026, outstanding: 60. Explain$/],
      ['{End}', /^Week from Nov 20, 2026, outstanding: 720. Explain$/],
    ] as const
    for (const [pressed, name] of keys) {
      await user.keyboard(pressed)
      await waitFor(() => expect(document.activeElement).toHaveAccessibleName(name))
    }
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('?explain=outstanding..week.2026-11-20'))
  })
})

describe('system status (D23)', () => {
  const line = (name: string) => screen.getByText(name).closest('div')
  const lastEmail = (at: string | null) => () => HttpResponse.json({ ...emailStatus, last_email_at: at })
  async function measure(told: Parameters<typeof serveOverview>[0] = {}) {
    serveOverview(told)
    const page = renderPage(<SystemStatus />)
    expect(screen.getByRole('status')).toHaveTextContent('Measuring...')
    expect(line('Email Service')).toHaveTextContent(/^Email Service$/)
    await screen.findByText(/^Measured at \d/)
    return page
  }

  it.each([
    ['Degraded', refused],
    ['Unreachable', () => HttpResponse.error()],
  ])('shows %s without a number, and measures again on request', async (state, answer) => {
    let auth: () => Response = answer
    const { user } = await measure({ auth: () => auth(), database: answer, email_status: answer })
    for (const name of ['Database', 'Authentication', 'Email Service'])
      expect(line(name)).toHaveTextContent(new RegExp(`^${name}${state}$`))
    auth = () => HttpResponse.json({})
    await user.click(await screen.findByRole('button', { name: 'Measure again' }))
    await screen.findByText('Active')
    expect(line('Database')).toHaveTextContent(state)
  })

  it('shows a slow database as Degraded with its time, and the last email nevertheless', async () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1_500
      return now
    })
    await measure({ email_status: lastEmail(new Date().toISOString()) })
    expect(line('Database')).toHaveTextContent(/^DatabaseDegraded[\d,]+ ms$/)
    expect(line('Email Service')).toHaveTextContent('Running')
    clock.mockRestore()
  })
})
