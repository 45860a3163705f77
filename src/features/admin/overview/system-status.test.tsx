import { screen } from '@testing-library/react'
import { refused, serveOverview } from '@tests/support/overview-api'
import { renderPage } from '@tests/support/render'
import { HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { SystemStatus } from './system-status'

const part = (name: string) => screen.getByText(name).closest('div')
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const mailed = (at: string | null) => () => HttpResponse.json({ last_mail_at: at })

it('says Healthy, Active and Running where that was measured, and when (D23)', async () => {
  const at = new Date().toISOString()
  serveOverview({ mail_status: mailed(at) })
  renderPage(<SystemStatus />)
  expect(await screen.findByText(/^Measured at \d/)).toBeVisible()
  expect(part('Database')).toHaveTextContent(/^DatabaseHealthy\d+ ms$/)
  expect(part('Authentication')).toHaveTextContent(/^AuthenticationActive\d+ ms$/)
  expect(part('Email Service')).toHaveTextContent(`Email ServiceRunningLast email ${formatTime(at)}`)
})

it.each([
  ['Running', 6 * 24],
  ['Unknown', 8 * 24],
])('says %s of mail with its day when the last one is %d hours old', async (word, hours) => {
  const at = hoursAgo(hours)
  serveOverview({ mail_status: mailed(at) })
  renderPage(<SystemStatus />)
  expect(await screen.findByText(word)).toBeVisible()
  expect(part('Email Service')).toHaveTextContent(`Email Service${word}Last email ${formatDate(at)}`)
})

it('says Unknown of mail when none was ever recorded', async () => {
  serveOverview()
  renderPage(<SystemStatus />)
  expect(await screen.findByText('Unknown')).toBeVisible()
  expect(part('Email Service')).toHaveTextContent('Email ServiceUnknownNo email recorded')
})

it.each([
  ['Degraded', refused],
  ['Unreachable', () => HttpResponse.error()],
])('says %s where it is, without a number, and measures again when asked', async (word, answer) => {
  let auth: () => Response = answer
  serveOverview({
    auth: () => auth(),
    database: answer,
    mail_status: answer,
  })
  const { user } = renderPage(<SystemStatus />)
  expect(await screen.findByText(/^Measured at/)).toBeVisible()
  for (const name of ['Database', 'Authentication', 'Email Service']) {
    expect(part(name)).toHaveTextContent(new RegExp(`^${name}${word}$`))
  }
  auth = () => HttpResponse.json({})
  await user.click(await screen.findByRole('button', { name: 'Measure again' }))
  expect(await screen.findByText('Active')).toBeVisible()
  expect(part('Database')).toHaveTextContent(word)
})

it('calls a database that answers late Degraded, and says how late; mail says when, all the same', async () => {
  const at = new Date().toISOString()
  serveOverview({ mail_status: mailed(at) })
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

it("does not take a network's own page for an answer of auth", async () => {
  serveOverview({ auth: () => HttpResponse.html('<title>Welcome to the hotel</title>') })
  renderPage(<SystemStatus />)
  expect(await screen.findByText(/^Measured at/)).toBeVisible()
  expect(part('Authentication')).toHaveTextContent(/^AuthenticationDegraded$/)
})

it('says that it is measuring before anything is known', () => {
  serveOverview({ auth: () => new Promise(() => {}) })
  renderPage(<SystemStatus />)
  expect(screen.getByRole('status')).toHaveTextContent('Measuring...')
  expect(part('Email Service')).toHaveTextContent(/^Email Service$/)
})
