import { screen, waitFor, within } from '@testing-library/react'
import { serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatLongDate } from '@/lib/format'
import { Privacy } from './privacy'

const counts = {
  orders: 79,
  open_orders: 1,
  open_tokens: 80,
  entries: 137,
  notices: 12,
  invitations: 3,
  invitations_left: 3,
  requested_at: null as string | null,
}

function serve(profile = {}, found = {}) {
  const served = serveProfile(profile)
  const called: string[] = []
  const row = { ...counts, ...found }
  server.use(
    http.post('*/rest/v1/rpc/my_data_counts', () => HttpResponse.json(row)),
    http.post('*/rest/v1/rpc/keep_account', () => {
      called.push('keep')
      Object.assign(served.profile, { deletes_at: null })
      return HttpResponse.json(true)
    }),
    http.post('*/rest/v1/rpc/confirm_deletion', async ({ request }) => {
      called.push(((await request.json()) as { p_token: string }).p_token)
      return HttpResponse.json({ code: 'PT404', message: 'deletion_not_found' }, { status: 404 })
    }),
  )
  return { called }
}

beforeEach(() => signInAs())

it('says what is in the file, and what a deletion takes', async () => {
  serve()
  renderPage(<Privacy />)
  expect(
    await screen.findByText(
      /^Profile, 79 orders with the keys you have opened, 137 token entries, 12 notices, 3 invitations/,
    ),
  ).toBeVisible()
  const takes = within(screen.getByRole('region', { name: 'Delete your account' }))
  expect(takes.getByText('87 tokens')).toBeVisible()
  expect(takes.getByText('1 open order').nextSibling).toHaveTextContent(
    'is cancelled on that day. Cancel it before if you want to spend the 80 tokens.',
  )
  expect(takes.getByText('3 invitations left')).toBeVisible()
  expect(takes.getByRole('button', { name: 'Delete my account' })).toBeEnabled()
})

it('announces the deletion, and keeps the account with one click', async () => {
  const at = new Date(Date.now() + 13.5 * 86_400_000)
  const { called } = serve({ deletes_at: at.toISOString() })
  const { user } = renderPage(<Privacy />)
  expect(
    await screen.findByText(`Your account will be deleted on ${formatLongDate(at)}, in 14 days.`),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep my account' }))
  expect(await screen.findByText('Your account stays.')).toBeVisible()
  expect(screen.getByText('Nothing was deleted: 87 tokens, 79 orders, 137 entries.')).toBeVisible()
  expect(called).toEqual(['keep'])
})

it('confirms the link of the email with a click only, and says that it is no longer valid', async () => {
  const { called } = serve()
  const { user } = renderPage(<Privacy />, { path: '/', route: '/?confirm=abc.def' })
  const button = await screen.findByRole('button', { name: /^Delete on/ })
  expect(called).toEqual([])
  await user.click(button)
  await seeToast('Your account stays for now', /This link is no longer valid\./)
  await waitFor(() => expect(called).toEqual(['abc.def']))
})

it('reads all parts in pages, and can be cancelled', async () => {
  serve()
  let release: () => void = () => undefined
  const reads: string[] = []
  server.use(
    http.post('*/rest/v1/rpc/my_data', async ({ request }) => {
      const { p_part, p_after } = (await request.json()) as { p_part: string; p_after: number }
      reads.push(`${p_part} ${p_after}`)
      if (p_part === 'orders') await new Promise<void>((resolve) => (release = resolve))
      return HttpResponse.json(p_part === 'profile' && p_after === 0 ? Array(1000).fill({ id: 1 }) : [])
    }),
  )
  const { user } = renderPage(<Privacy />)
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText('Being put together: Orders')).toBeVisible()
  expect(reads.slice(0, 3)).toEqual(['profile 0', 'profile 1000', 'login 0'])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
  release()
  expect(reads.at(-1)).toBe('orders 0')
  expect(screen.queryByText('Your data has been saved on this device.')).toBeNull()
})
