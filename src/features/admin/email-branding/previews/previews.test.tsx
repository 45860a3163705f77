import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { type TemplateName, templateLabels } from '@/entities/emails/templates'
import { formatTime } from '@/lib/format'
import { Previews } from './previews'

type State = { state: string; error: string | null; next_attempt_at: string }

/** Serves both calls of a test email; `states` are the successive responses; the last one repeats. */
function serveTests(...states: Partial<State>[]) {
  const sent: unknown[] = []
  const next_attempt_at = new Date().toISOString()
  server.use(
    http.post('*/rest/v1/rpc/send_test_email', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json('00000000-0000-4000-8000-000000000001')
    }),
    http.post('*/rest/v1/rpc/test_email', () => {
      const now = states.length > 1 ? states.shift() : states[0]
      return HttpResponse.json({ state: 'waiting', error: null, next_attempt_at, ...now })
    }),
  )
  return { sent, next_attempt_at }
}

const frame = async (title: string) => {
  const found = await screen.findByTitle<HTMLIFrameElement>(title)
  await waitFor(() => expect(found.contentDocument?.querySelector('h1')).not.toBeNull())
  return found
}
const bodyOf = async (title: string) => within((await frame(title)).contentDocument?.body as HTMLElement)
const choose = (name: TemplateName) => userEvent.selectOptions(screen.getByLabelText('Email'), name)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send me a test' }))

it('shows each email in a light and a dark client, with its inline styles', async () => {
  renderPage(<Previews />)
  for (const [name, label] of Object.entries(templateLabels)) {
    await choose(name as TemplateName)
    for (const theme of ['light', 'dark']) {
      const { contentDocument } = await frame(`${label}, ${theme}`)
      const heading = contentDocument?.querySelector('h1') as HTMLElement
      expect(heading.textContent).not.toBe('')
      expect(heading.style.marginBottom).toBe('14px')
      expect(contentDocument?.body.textContent).not.toMatch(/[{}]/)
    }
  }
})

it('shows the sample values of a template', async () => {
  renderPage(<Previews />)
  await choose('order_delivered')
  const email = await bodyOf('Order delivered, light')
  expect(email.getByText('MNTS-7WQX-2HVD-4KQ8').tagName).toBe('CODE')
  // Elements of another document are not those of jest-dom.
  const help = email.getByText('https://minutes.example/help')
  expect(help.getAttribute('href')).toBe('https://minutes.example/help')
  expect(email.getByText('View order').closest('a')?.getAttribute('href')).toContain('/dashboard/orders/')
})

it('shows the width of a phone', async () => {
  renderPage(<Previews />)
  expect(await frame('Order placed, dark')).toHaveAttribute('width', '600')
  await userEvent.click(screen.getByRole('switch', { name: 'Narrow' }))
  expect(await frame('Order placed, dark')).toHaveAttribute('width', '360')
})

it('sends the chosen email as a test and says when it was sent', async () => {
  const { sent } = serveTests({}, { state: 'sent' })
  renderPage(<Previews />)
  await choose('recovery')
  await press()
  expect(await screen.findByText('Waiting to be sent.')).toBeVisible()
  expect(await screen.findByText('Sent to the email address of your account.')).toBeVisible()
  expect(sent).toEqual([{ p_template: 'recovery' }])
})

it('says why a test was not sent, and when it is tried again', async () => {
  const { next_attempt_at } = serveTests({ error: 'unreachable' }, { state: 'given_up', error: 'http_422' })
  renderPage(<Previews />)
  await press()
  const time = formatTime(next_attempt_at)
  expect(
    await screen.findByText(`Not sent. The email service cannot be reached. Next try at ${time}.`),
  ).toBeVisible()
  expect(await screen.findByText('Not sent. The email service refused the email (HTTP 422).')).toBeVisible()
})

it('reports a test that is refused', async () => {
  const error = { code: 'PT429', message: 'rate_limited', details: '3600', hint: null }
  server.use(http.post('*/rest/v1/rpc/send_test_email', () => HttpResponse.json(error, { status: 429 })))
  renderPage(<Previews />)
  await press()
  await seeToast('Error', 'You can send 20 test emails an hour.')
})
