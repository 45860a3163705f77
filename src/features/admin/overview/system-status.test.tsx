import { screen } from '@testing-library/react'
import { held } from '@tests/support/held'
import { emailStatus, refused, serveOverview } from '@tests/support/overview-api'
import { renderPage } from '@tests/support/render'
import { HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { SystemStatus } from './system-status'

const part = (name: string) => screen.getByText(name).closest('div')
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const lastEmail = (at: string | null) => () => HttpResponse.json({ ...emailStatus, last_email_at: at })

it('shows what was measured, and when (D23)', async () => {
  const at = new Date().toISOString()
  serveOverview({ email_status: lastEmail(at) })
  renderPage(<SystemStatus />)
  expect(await screen.findByText(/^Measured at \d/)).toBeVisible()
  expect(part('Database')).toHaveTextContent(/^DatabaseHealthy\d+ ms$/)
  expect(part('Authentication')).toHaveTextContent(/^AuthenticationActive\d+ ms$/)
  expect(part('Email Service')).toHaveTextContent(`Email ServiceRunningLast email ${formatTime(at)}`)
})

it.each([
  ['Running', 6 * 24],
  ['Unknown', 8 * 24],
])('shows email as %s, with its day, when the last one is %d hours old', async (state, hours) => {
  const at = hoursAgo(hours)
  serveOverview({ email_status: lastEmail(at) })
  renderPage(<SystemStatus />)
  expect(await screen.findByText(state)).toBeVisible()
  expect(part('Email Service')).toHaveTextContent(`Email Service${state}Last email ${formatDate(at)}`)
})

it('shows email as Unknown when none was ever recorded', async () => {
  serveOverview()
  renderPage(<SystemStatus />)
  expect(await screen.findByText('Unknown')).toBeVisible()
  expect(part('Email Service')).toHaveTextContent('Email ServiceUnknownNo email recorded')
})

it.each([
  ['Degraded', refused],
  ['Unreachable', () => HttpResponse.error()],
])('shows %s without a number, and measures again on request', async (state, answer) => {
  let auth: () => Response = answer
  serveOverview({ auth: () => auth(), database: answer, email_status: answer })
  const { user } = renderPage(<SystemStatus />)
  expect(await screen.findByText(/^Measured at/)).toBeVisible()
  for (const name of ['Database', 'Authentication', 'Email Service']) {
    expect(part(name)).toHaveTextContent(new RegExp(`^${name}${state}$`))
  }
  auth = () => HttpResponse.json({})
  await user.click(await screen.findByRole('button', { name: 'Measure again' }))
  expect(await screen.findByText('Active')).toBeVisible()
  expect(part('Database')).toHaveTextContent(state)
})

it('shows a slow database as Degraded with its time, and the last email nevertheless', async () => {
  const at = new Date().toISOString()
  serveOverview({ email_status: lastEmail(at) })
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_500
    return now
  })
  renderPage(<SystemStatus />)
  expect(await screen.findByText(/^Measured at/)).toBeVisible()
  expect(part('Database')).toHaveTextContent(/^DatabaseDegraded[\d,]+ ms$/)
  expect(part('Email Service')).toHaveTextContent('Running')
  clock.mockRestore()
})

it('does not take the page of a captive portal for a response of auth', async () => {
  serveOverview({ auth: () => HttpResponse.html('<title>Welcome to the hotel</title>') })
  renderPage(<SystemStatus />)
  expect(await screen.findByText(/^Measured at/)).toBeVisible()
  expect(part('Authentication')).toHaveTextContent(/^AuthenticationDegraded$/)
})

it('shows that it is measuring', async () => {
  const { released, release } = held()
  serveOverview({ auth: () => released.then(() => HttpResponse.json({})) })
  renderPage(<SystemStatus />)
  expect(screen.getByRole('status')).toHaveTextContent('Measuring...')
  expect(part('Email Service')).toHaveTextContent(/^Email Service$/)
  release()
  expect(await screen.findByText(/^Measured at/)).toBeVisible()
})

it('shows emails that were given up, with the reason, and those that wait (D37)', async () => {
  const last_email_at = new Date().toISOString()
  const status = { last_email_at, late: 1, given_up: 3, given_up_error: 'smtp_550' }
  serveOverview({ email_status: () => HttpResponse.json(status) })
  renderPage(<SystemStatus />)
  expect(await screen.findByText(/^emails could not be sent/)).toHaveTextContent(
    /^3 emails could not be sent in the last seven days. The email service refused the email \(SMTP 550\).$/,
  )
  expect(screen.getByText(/waiting/)).toHaveTextContent(
    /^1 email has been waiting for more than five minutes.$/,
  )
  for (const name of ['Emails that could not be sent: 3. Explain', 'Waiting emails: 1. Explain'])
    expect(screen.getByRole('button', { name })).toBeVisible()
  expect(part('Email Service')).toHaveTextContent('Email ServiceDegradedLast email')
})
