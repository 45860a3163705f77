import { act, screen, waitFor, within } from '@testing-library/react'
import { counts, emailStatus, refused, serveOverview, today, tokenWeeks } from '@tests/support/overview-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { formatNearTime } from '@/lib/near-time'
import { OverviewPage } from './page'
import { SystemStatus } from './system-status'
import { tasksOf } from './today'

const tokens = /^Tokens in each of the last 12 weeks: 1,200 issued and 480 spent in all, 720 outstanding now$/

beforeEach(() => signInAs())

function open(told: Parameters<typeof serveOverview>[0] = {}, route = '/') {
  const requests = serveOverview(told)
  return { requests, ...renderPage(<OverviewPage />, { route }) }
}
const part = (name: string | RegExp) => within(screen.getByRole('heading', { name }).closest('section')!)
const links = (within: { getAllByRole: typeof screen.getAllByRole }) =>
  within
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
    .join(', ')

it('shows exact counts and quick actions, each a link to what it counts (D23, D57)', async () => {
  const { requests } = open({ admin_counts: () => HttpResponse.json({ ...counts, orders: 1 }) })
  expect(screen.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const statistics = within(await screen.findByRole('list', { name: 'Statistics' }))
  await statistics.findByText('1,043')
  expect(links(statistics)).toBe(
    'Total Users1,0432 admins /admin/users, Benefits1614 active /admin/benefits, ' +
      'Total Orders19 this week /admin/orders, Pending Orders11 /admin/orders?status=pending, ' +
      '2 late /admin/orders?due=late&sort=due, Token Codes6023 available /admin/token-codes, ' +
      'Invite Codes7534 available /admin/invite-codes',
  )
  expect(links(part('Quick Actions'))).toBe(
    'Review pending orders /admin/orders?status=pending, Add Benefit /admin/benefits?new, ' +
      'Create token code /admin/token-codes?new, Create invite code /admin/invite-codes?new',
  )
  expect(screen.queryByText('First steps')).toBeNull()
  // D54.
  const alert = (await screen.findByText('Your account has no second factor.')).closest('div')!
  const link = within(alert.parentElement!).getByRole('link', { name: 'Set it up' })
  expect(link).toHaveAttribute('href', '/dashboard/profile')
  const asked = 'admin_counts, admin_today, email_status, my_membership, on_time_figures, token_flow'
  await waitFor(() =>
    expect(
      requests
        .map(({ name }) => name)
        .toSorted()
        .join(', '),
    ).toBe(asked),
  )
})

it('names what needs a decision first, each with the list it counts, and leaves out what is nought (D56)', async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const busy = {
    ...{ late: 3, late_since: hours(-3.5), due_soon: 1, due_soon_at: hours(2.5) },
    ...{ reports: 5, reports_due_at: hours(-1.5), short_benefits: 1, short_benefit_id: 'b1' },
    ...{ short_benefit: 'Lantern Research', short_benefit_keys: 7 },
    ...{ payment_problems: 2, payment_problems_since: hours(-30), disputes: 1, disputes_due_at: hours(70) },
    ...{ waitlist: 6, waitlist_since: hours(-72.5), failed_emails: 3, ending: 9, ending_at: hours(47) },
  }
  const { unmount } = open({ admin_today: () => HttpResponse.json({ ...today, ...busy }) })
  await screen.findByText('9 need a decision')
  expect(await screen.findByText('66% on time in 30 days, 2 of 3')).toBeVisible()
  const section = part('Today')
  expect(links(section)).toBe(
    'Deliver late orders /admin/orders?due=late&sort=due, Open due orders /admin/orders?due=soon&sort=due, ' +
      'Answer reports /admin/reports, See payments /admin/payments, ' +
      'See disputes /admin/payments?state=dispute_open, Import keys /admin/benefits/b1?tab=delivery, ' +
      'Review waitlist /admin/invite-codes?view=waitlist, See failed emails /?explain=emails.given_up, ' +
      'See who /admin/users?group=ending',
  )
  const rows = section.getAllByRole('listitem').map((row) => row.textContent)
  const near = (at: string) => formatNearTime(at, Date.now())
  expect(rows).toEqual([
    `33 Late ordersThe oldest was due ${near(busy.late_since)}3 hours lateDeliver late orders`,
    `11 Orders due in 6 hoursThe next is due ${near(busy.due_soon_at)}in 2 hoursOpen due orders`,
    `55 Open reportsThe next answer is promised by ${near(busy.reports_due_at)}1 hour lateAnswer reports`,
    `22 Payments that need a lookThe oldest was reported ${near(busy.payment_problems_since)}30 hoursSee payments`,
    `11 Open disputesThe next answer is due ${near(busy.disputes_due_at)}in 2 daysSee disputes`,
    '77 Keys left of Lantern ResearchFewer than its low markImport keys',
    `66 People on the waitlistThe longest waits since ${formatDate(busy.waitlist_since)}3 daysReview waitlist`,
    '33 Failed emailsThey are not tried againin 7 daysSee failed emails',
    `99 Memberships ending in 30 daysThe first on ${formatDate(busy.ending_at)}in 2 daysSee who`,
  ])
  unmount()
  const few = { short_benefits: 2, short_benefit: 'Lantern Research', short_benefit_keys: 0, waitlist: 1 }
  const one = { ...few, short_benefits: 1, short_benefit_keys: 1, waitlist: 0 }
  const least = open({ admin_today: () => HttpResponse.json({ ...today, ...one }) })
  await screen.findByText('1 needs a decision')
  const [only] = part('Today').getAllByRole('listitem')
  expect(only?.textContent).toBe('11 Key left of Lantern ResearchFewer than its low markImport keys')
  least.unmount()
  expect(tasksOf({ ...today, ...few }, Date.now())).toMatchObject([
    {
      count: 2,
      title: 'Benefits with few keys left',
      sentence: 'Lantern Research has been short the longest',
    },
    { count: 1, title: 'Person on the waitlist', sentence: '', distance: '' },
  ])
  open()
  expect(await screen.findByText('Nothing needs a decision.')).toBeVisible()
})

it('adds up what this month brought, and counts paid members, only while payments are on (D61)', async () => {
  const sums = {
    ...{ memberships: 14, memberships_amount: 138_600, renewals: 1, renewals_amount: 9900 },
    ...{ packs: 22, packs_amount: 41_800, refunds: 1, refunded: 9900, revenue: 180_400 },
  }
  let areOff = true
  const { requests, user, unmount } = open({ payment_sums: refused, token_flow: refused })
  await screen.findByText('Nothing needs a decision.')
  await screen.findByText('Tokens over time could not be loaded.')
  expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull()
  expect(screen.queryByText('Revenue')).not.toBeInTheDocument()
  expect(requests.some(({ name }) => name === 'payment_sums')).toBe(false)
  unmount()
  const on = open({
    my_membership: () => HttpResponse.json({ payments: 'live', state: 'active' }),
    payment_sums: () => (areOff ? refused() : HttpResponse.json(sums)),
  })
  expect(await screen.findByText('The revenue could not be loaded.')).toBeVisible()
  areOff = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$1,804.00')).toBeVisible()
  const now = new Date()
  const month = new Date(now.getFullYear(), now.getMonth())
  const section = part(new Intl.DateTimeFormat(undefined, { month: 'long' }).format(month))
  const rows = section.getAllByRole('term').map((row) => row.parentElement?.textContent)
  expect(rows).toEqual([
    ...['Paid members0', 'New memberships, 14$1,386.00', 'Renewals, 1$99.00', 'Token packs, 22$418.00'],
    ...['Refunds, 1−$99.00', 'Revenue$1,804.00'],
  ])
  const shown = `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`
  expect(links(section)).toBe(`Payments /admin/payments?month=${shown}`)
  expect(on.requests.find(({ name }) => name === 'payment_sums')?.body).toEqual({
    p_from: month.toISOString(),
    p_to: new Date(month.getFullYear(), month.getMonth() + 1).toISOString(),
  })
})

it('shows an empty installation its first steps, until all are done or they are dismissed', async () => {
  const empty = { admin_counts: () => HttpResponse.json({ ...counts, orders: 0, active_benefits: 0 }) }
  const { unmount } = open({ ...empty, admin_today: () => HttpResponse.json({ ...today, has_logo: true }) })
  expect(await screen.findByText('1 of 5 done')).toBeVisible()
  expect(links(part('First steps'))).toBe(
    'Add Benefit /admin/benefits?new, Invite people /admin/invite-codes?view=invitations&invite, ' +
      'Change /admin/email-branding, Send a test /admin/email-branding, Set it up /dashboard/profile',
  )
  const section = (await screen.findByText('First steps')).closest('section')
  expect(section).toHaveTextContent(
    'Create a benefitMembers see nothing to spend tokens on until there is one.Add BenefitInvite peopleNobody can join without an invitation.Invite peopleAdd a logoFor emails. PNG, up to 512 KB.ChangeSend yourself an emailIt shows that the emails of Guildhall arrive.Send a testSet up your second factorA password alone should not be enough for an admin.Set it up',
  )
  unmount()
  const begun = {
    ...empty,
    admin_today: () => HttpResponse.json({ ...today, has_invited: true, has_sent_email: true }),
  }
  const first = open(begun)
  expect(await screen.findByText('2 of 5 done')).toBeVisible()
  expect(links(part('First steps'))).toBe(
    'Add Benefit /admin/benefits?new, Change /admin/invite-codes?view=invitations&invite, ' +
      'Add a logo /admin/email-branding, Change /admin/email-branding, Set it up /dashboard/profile',
  )
  await first.user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('First steps')).not.toBeInTheDocument()
  first.unmount()
  // Another admin of the same browser has not dismissed them.
  await signInAs('second@ferreira.example', '22222222-2222-4222-8222-222222222222')
  open(empty)
  expect(await screen.findByText('First steps')).toBeVisible()
  localStorage.clear()
})

describe('charts', () => {
  const cells = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent)
  const flow = (requests: ReturnType<typeof open>['requests']) =>
    requests.filter(({ name }) => name === 'token_flow').map(({ body }) => body)
  const still = (outstanding: number) => () =>
    HttpResponse.json(tokenWeeks.map((row) => ({ ...row, issued: 0, spent: 0, outstanding })))

  it('draws tokens by week with their totals, in the time zone of the viewer (D27), and as a table', async () => {
    const { requests, user } = open()
    await screen.findByRole('group', { name: tokens })
    const section = part('Tokens, by week')
    const totals = section.getAllByRole('definition').map((total) => total.textContent)
    expect(totals).toEqual(['1,200', '480', '720'])
    expect(section.getByText('last 12 weeks')).toBeVisible()
    const axis = section.getAllByText(/^[A-Z][a-z]{2} \d+$/).map(({ textContent }) => textContent)
    expect(axis).toEqual(['Sep 11', 'Sep 25', 'Oct 9', 'Oct 23', 'Nov 6', 'Nov 20'])
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(flow(requests)).toEqual([{ p_step: 'week', p_steps: 12, p_zone: zone }])
    await user.click(section.getByRole('button', { name: 'Show as table' }))
    expect(section.queryByRole('group', { name: /^Tokens in/ })).not.toBeInTheDocument()
    const rows = within(section.getByRole('table', { name: 'Tokens, by week' })).getAllByRole('row')
    expect(rows).toHaveLength(1 + 12 + 1)
    expect(cells(rows[0]!)).toEqual(['Week from', 'Issued', 'Spent', 'Outstanding'])
    expect(cells(rows[1]!).slice(1)).toEqual(['100', '40', '60'])
    expect(cells(rows[13]!)).toEqual(['Total', '1,200', '480', '720'])
    await user.click(section.getByRole('button', { name: 'Show as chart' }))
    expect(section.getByRole('group', { name: tokens })).toBeVisible()
  })

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

  it('shows the empty state with the next step, and draws what is outstanding even when nothing moved', async () => {
    const { unmount } = open({ token_flow: still(0) })
    await screen.findByText('No tokens have been issued yet.')
    expect(screen.queryByRole('button', { name: 'Show as table' })).not.toBeInTheDocument()
    const next = part('Tokens, by week').getByRole('link', { name: 'Create token code' })
    expect(next).toHaveAttribute('href', '/admin/token-codes?new')
    unmount()
    open({ token_flow: still(25) })
    await screen.findByRole('group', { name: /0 issued and 0 spent in all, 25 outstanding/ })
  })
})

describe('system status (D23)', () => {
  const line = (name: string) => screen.getByText(name).closest('div')
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const lastEmail = (at: string | null) => () => HttpResponse.json({ ...emailStatus, last_email_at: at })
  async function measure(told: Parameters<typeof serveOverview>[0] = {}) {
    serveOverview(told)
    const page = renderPage(<SystemStatus />)
    expect(screen.getByRole('status')).toHaveTextContent('Measuring...')
    expect(line('Email Service')).toHaveTextContent(/^Email Service$/)
    await screen.findByText(/^Measured at \d/)
    return page
  }

  it('shows what was measured, and when', async () => {
    const at = new Date().toISOString()
    vi.spyOn(performance, 'now').mockReturnValue(5)
    await measure({ email_status: lastEmail(at) })
    expect(line('Database')).toHaveTextContent(/^DatabaseHealthy\d+ ms$/)
    expect(line('Authentication')).toHaveTextContent(/^AuthenticationActive\d+ ms$/)
    expect(line('Email Service')).toHaveTextContent(`Email ServiceRunningLast email ${formatTime(at)}`)
    expect(screen.queryByText(/^ha(s|ve) been waiting/)).not.toBeInTheDocument()
  })

  it.each([
    ['Running', hoursAgo(6 * 24)],
    ['Unknown', hoursAgo(8 * 24)],
    ['Unknown', null],
  ])('shows email as %s when the last one was sent at %s', async (state, at) => {
    await measure({ email_status: lastEmail(at) })
    const last = at ? `Last email ${formatDate(at)}` : 'No email recorded'
    expect(line('Email Service')).toHaveTextContent(`Email Service${state}${last}`)
  })

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

  it('does not take the page of a captive portal for a response of auth', async () => {
    await measure({ auth: () => HttpResponse.html('<title>Welcome to the hotel</title>') })
    expect(line('Authentication')).toHaveTextContent(/^AuthenticationUnreachable$/)
  })

  it('shows emails that were given up, with the reason, and those that wait (D37)', async () => {
    const status = { late: 1, given_up: 3, given_up_error: 'smtp_550' }
    const last_email_at = new Date().toISOString()
    const { unmount } = await measure({
      email_status: () => HttpResponse.json({ ...status, last_email_at }),
    })
    const givenUp = '3 emails could not be sent in the last seven days. The email service refused the email'
    expect(screen.getByText(/^could not be sent/).parentElement).toHaveTextContent(`${givenUp} (SMTP 550).`)
    const late = '1 email has been waiting for more than five minutes.'
    expect(screen.getByText(/^has been waiting/).parentElement).toHaveTextContent(late)
    for (const name of ['Emails that could not be sent: 3. Explain', 'Waiting emails: 1. Explain'])
      expect(screen.getByRole('button', { name })).toBeVisible()
    expect(line('Email Service')).toHaveTextContent('Email ServiceDegradedLast email')
    unmount()
    await measure({ email_status: () => HttpResponse.json({ ...emailStatus, late: 2 }) })
    expect(screen.getByText(/^have been waiting/)).toBeVisible()
  })
})
