import { act, screen, waitFor, within } from '@testing-library/react'
import { goOffline } from '@tests/support/offline'
import { deliveryStatus, openOrder, serveOrder } from '@tests/support/order-page'
import { signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const key = 'KEYS-R4WX-9JBD-4KQ8'
const delivered = { status: 'delivered', delivery_method: 'key' }

beforeEach(() => signInAs())
afterEach(() => vi.useRealTimers())

const button = (name: string) => screen.findByRole('button', { name })

it('reveals a key for 30 seconds, and does not read it before', async () => {
  const served = serveOrder({ order: delivered, status: deliveryStatus(), content: key })
  const { user } = openOrder()
  const reveal = await button('Reveal')
  expect(screen.getByText('Hidden key, ending in 4KQ8')).toBeInTheDocument()
  expect(served.reads).toBe(0)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(reveal)
  expect(await screen.findByText(key)).toBeVisible()
  act(() => void vi.advanceTimersByTime(29_000))
  expect(screen.getByText(key)).toBeVisible()
  act(() => void vi.advanceTimersByTime(2_000))
  expect(screen.queryByText(key)).toBeNull()
})

it('hides a revealed key on request', async () => {
  serveOrder({ order: delivered, status: deliveryStatus(), content: key })
  const { user } = openOrder()
  await user.click(await button('Reveal'))
  await user.click(await button('Hide'))
  expect(screen.queryByText(key)).toBeNull()
  expect(await button('Reveal')).toBeVisible()
})

it('copies a key without revealing it', async () => {
  serveOrder({ order: delivered, status: deliveryStatus(), content: key })
  const { user } = openOrder()
  await user.click(await button('Copy'))
  await seeToast('Copied', 'Key copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(key)
  expect(screen.queryByText(key)).toBeNull()
})

it('keeps a key out of the query cache and the storage of the browser', async () => {
  serveOrder({ order: delivered, status: deliveryStatus(), content: key })
  const { user, client } = openOrder()
  await user.click(await button('Reveal'))
  await screen.findByText(key)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  const queries = client.getQueryCache().getAll()
  const mutations = client.getMutationCache().getAll()
  const cached = [...queries, ...mutations].map(({ state }) => state)
  expect(queries.length).toBeGreaterThan(2)
  expect(JSON.stringify([cached, { ...localStorage }, { ...sessionStorage }])).not.toContain(key)
})

it('masks a replacement while the key before was revealed', async () => {
  const served = serveOrder({ order: delivered, status: deliveryStatus(), content: key })
  const { user, client } = openOrder()
  await user.click(await button('Reveal'))
  await screen.findByText(key)
  served.status = deliveryStatus({ mask: 'KEYS-••••-8VZ3', delivered_at: '2026-11-21T10:00:00+00:00' })
  await client.invalidateQueries()
  expect(await screen.findByText('Hidden key, ending in 8VZ3')).toBeInTheDocument()
  expect(screen.queryByText(key)).toBeNull()
})

it('reports a key that cannot be read', async () => {
  serveOrder({ order: delivered, status: deliveryStatus() })
  server.use(http.post('*/rest/v1/rpc/order_delivery', () => HttpResponse.json([])))
  const { user } = openOrder()
  await user.click(await button('Copy'))
  await seeToast('Error', 'This order has changed: nothing is delivered any more.')
  expect(screen.queryByText('Copied')).toBeNull()
})

it('reads nothing offline, and says so', async () => {
  const served = serveOrder({ order: delivered, status: deliveryStatus(), content: key })
  const { user } = openOrder()
  const reveal = await button('Reveal')
  goOffline()
  await user.click(reveal)
  await seeToast('Error', /^You are offline/)
  expect(served.reads).toBe(0)
})

it('shows a link that opens without access to this page', async () => {
  const link = 'https://modelling.example/start/guildhall'
  serveOrder({ order: delivered, status: deliveryStatus({ kind: 'link', mask: null }), content: link })
  const { user } = openOrder()
  expect(await screen.findByText('modelling.example/start/guildhall')).toBeVisible()
  const open = screen.getByRole('link', { name: 'Open' })
  expect(open).toHaveAttribute('href', link)
  expect(open).toHaveAttribute('target', '_blank')
  expect(open).toHaveAttribute('rel', 'noopener noreferrer')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(link)
})

it.each(['javascript:alert(1)', 'https://a\u0000b.example'])('does not link %j', async (content) => {
  serveOrder({ order: delivered, status: deliveryStatus({ kind: 'link', mask: null }), content })
  openOrder()
  expect(await button('Copy')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open' })).toBeNull()
})

it('shows a text with its addresses linked, the message and when it was first shown', async () => {
  const status = deliveryStatus({
    method: 'manual',
    kind: 'text',
    mask: null,
    message: 'Write to us.',
    read_at: '2026-11-20T10:31:00+00:00',
  })
  serveOrder({ order: delivered, status, content: 'Sign in at https://framewell.example/join.' })
  openOrder()
  const address = await screen.findByRole('link', { name: 'https://framewell.example/join' })
  expect(address).toHaveAttribute('href', 'https://framewell.example/join')
  expect(screen.getByText('Write to us.')).toBeVisible()
  expect(screen.getByText('It was first shown')).toHaveTextContent(/^It was first shown on .+ at .+\.$/)
})

it('numbers the instructions, one for each line', async () => {
  const instructions = 'Open Minutes.\n\n2. Paste the key at https://minutes.example/activate, then wait.'
  serveOrder({ order: delivered, status: deliveryStatus({ instructions }) })
  openOrder()
  const steps = (await screen.findAllByRole('list'))[0] as HTMLElement
  const lines = within(steps).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '1Open Minutes.',
    '2Paste the key at https://minutes.example/activate, then wait.',
  ])
  const link = within(steps).getByRole('link')
  expect(link).toHaveAttribute('href', 'https://minutes.example/activate')
})

it('downloads a file under its name, after reading where it is', async () => {
  const status = deliveryStatus({
    kind: 'file',
    mask: null,
    file_name: 'contract-folder.zip',
    file_size: 5,
    file_type: 'application/zip',
  })
  serveOrder({ order: delivered, status })
  const paths: string[] = []
  server.use(
    http.post('*/rest/v1/rpc/order_delivery', () =>
      HttpResponse.json([{ path: 'benefit/a/contract-folder.zip', name: 'contract-folder.zip', size: 5 }]),
    ),
    http.get('*/storage/v1/object/deliveries/*', ({ request }) => {
      paths.push(new URL(request.url).pathname)
      return new HttpResponse('bytes')
    }),
  )
  const saved = catchSavedFiles()
  const { user } = openOrder()
  expect(await screen.findByText('5 bytes, ZIP')).toBeVisible()
  await user.click(await button('Download'))
  await waitFor(() => expect(saved.names).toEqual(['contract-folder.zip']))
  expect(paths).toEqual(['/storage/v1/object/deliveries/benefit/a/contract-folder.zip'])
})
