import { screen, waitFor, within } from '@testing-library/react'
import { held } from '@tests/support/held'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { delay, HttpResponse, http } from 'msw'
import { useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { Activity } from '@/entities/activity/activity'
import { formatLongDate, formatTime } from '@/lib/format'
import { ActivityPage } from './page'

const id = '00000000-0000-4000-9000-000000000001'

function entry(number: number, over: Partial<Activity> = {}): Activity {
  return {
    id: number,
    at: '2026-11-20T14:12:00Z',
    actor_id: id,
    actor_name: 'Henrik Vos',
    table_name: 'orders',
    row_id: id,
    subject: `ORD-${String(number).padStart(6, '0')}`,
    action: 'update',
    before: { status: 'pending', updated_at: '2026-11-19T10:00:00Z' },
    after: { status: 'delivered', updated_at: '2026-11-20T14:12:00Z' },
    ...over,
  }
}

type Asked = { p_search?: string; p_table?: string; p_key_id?: number; p_reverse: boolean; p_limit: number }

/** Serves the log; answers what was asked of it. */
function serveLog(log: Activity[], count = log.length) {
  const asked: Asked[] = []
  server.use(
    http.post('*/rest/v1/rpc/activity', async ({ request }) => {
      const body = (await request.json()) as Asked
      asked.push(body)
      const { p_key_id: key, p_reverse, p_limit } = body
      const beyond = log.filter((row) => key === undefined || (p_reverse ? row.id > key : row.id < key))
      return HttpResponse.json((p_reverse ? beyond.reverse() : beyond).slice(0, p_limit))
    }),
    http.post('*/rest/v1/rpc/count_activity', () => HttpResponse.json(count)),
  )
  return asked
}

function open(route = '/activity') {
  return renderPage(
    <>
      <ActivityPage />
      <Address />
    </>,
    { path: '/activity', route },
  )
}

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}

const many = Array.from({ length: 60 }, (_, index) => entry(60 - index))

it('shows the shape to come until the log is there', async () => {
  server.use(
    http.post('*/rest/v1/rpc/activity', () => delay('infinite')),
    http.post('*/rest/v1/rpc/count_activity', () => delay('infinite')),
  )
  const { container } = open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  expect(container.querySelector('[aria-busy="true"]')).toBeVisible()
})

it('tells each change in a sentence, by days, newest first', async () => {
  const yesterday = '2026-11-19T09:30:00Z'
  serveLog([entry(3), entry(2), entry(1, { at: yesterday, actor_name: null })])
  open()
  const today = within(await screen.findByRole('region', { name: formatLongDate(new Date(entry(3).at)) }))
  const [newest, older, ...rest] = today.getAllByRole('listitem')
  expect(newest).toHaveTextContent('Henrik Vos changed the status of ORD-000003 from Pending to Delivered')
  expect(newest).toHaveTextContent(formatTime(entry(3).at))
  expect(older).toHaveTextContent('ORD-000002')
  expect(rest).toEqual([])
  const before = within(screen.getByRole('region', { name: formatLongDate(new Date(yesterday)) }))
  expect(before.getByRole('listitem')).toHaveTextContent('Deleted user changed the status of ORD-000001')
  expect(screen.getByRole('link', { name: 'ORD-000003' })).toHaveAttribute(
    'href',
    `/admin/orders?order=${id}`,
  )
})

it('opens the columns of a change, before and after', async () => {
  serveLog([
    entry(2, {
      table_name: 'benefits',
      subject: 'Quillwright Pro',
      before: { is_active: true, image_url: null },
      after: { is_active: false, image_url: '/a.png' },
    }),
    entry(1, {
      table_name: 'redeem_codes',
      action: 'insert',
      before: null,
      after: {
        id,
        code: 'R9CL5HX3',
        is_used: false,
        used_by: null,
        token_value: 1000,
        created_at: '2026-11-20T14:12:00Z',
      },
    }),
  ])
  const { user } = open()
  const [change, creation] = await screen.findAllByRole('button', { name: 'Before and after' })
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  const cells = () =>
    screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  await user.click(change!)
  expect(change).toHaveAttribute('aria-expanded', 'true')
  expect(cells()).toEqual([
    ['Field', 'Before', 'After'],
    ['Status', 'Active', 'Inactive'],
    ['Picture', 'None', '/a.png'],
  ])
  await user.click(change!)
  await user.click(creation!)
  expect(cells()).toEqual([
    ['Field', 'Before', 'After'],
    ['Code', '–', 'R9CL5HX3'],
    ['Token value', '–', '1,000'],
  ])
})

it('has nothing to open where nothing is left of a change', async () => {
  serveLog([entry(1, { table_name: 'profiles', subject: null, before: {}, after: {} })])
  open()
  expect(await screen.findByText(/changed a deleted user/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Before and after' })).not.toBeInTheDocument()
})

it('goes through the log by the ids of its entries, in the address', async () => {
  const asked = serveLog(many)
  const { user } = open()
  expect(await screen.findByText('1 to 25 of 60 entries')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Next/ }))
  expect(await screen.findByText('26 to 50 of 60 entries')).toBeVisible()
  expect(screen.getByLabelText('address')).toHaveTextContent('?page=2&after=36%7E36')
  expect(asked.at(-1)).toEqual({ p_key_id: 36, p_reverse: false, p_limit: 26 })
  await user.click(screen.getByRole('button', { name: 'Last page' }))
  expect(await screen.findByText('51 to 60 of 60 entries')).toBeVisible()
  expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent('ORD-000001')
  await user.click(screen.getByRole('button', { name: /Previous/ }))
  expect(await screen.findByText('26 to 50 of 60 entries')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByText('1 to 25 of 60 entries')).toBeVisible()
})

it('finds the page that somebody typed', async () => {
  serveLog(many)
  server.use(
    http.post('*/rest/v1/rpc/activity', ({ request }) => {
      const { searchParams } = new URL(request.url)
      return searchParams.get('offset') === '24' ? HttpResponse.json([many[24]]) : undefined
    }),
  )
  open('/activity?page=2')
  expect(await screen.findByText('26 to 50 of 60 entries')).toBeVisible()
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('ORD-000035')
})

it('says that there are more than it counts', async () => {
  serveLog(many, 10_001)
  open()
  expect(await screen.findByText('1 to 25 of 10,000+ entries')).toBeVisible()
})

it('narrows by search and by what was changed, from the first page on', async () => {
  const asked = serveLog(many)
  const { user } = open('/activity?page=2&after=36~36')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Users')
  expect(await screen.findByText('1 to 25 of 60 entries')).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ p_table: 'profiles' })
  expect(screen.getByLabelText('address')).toHaveTextContent('?table=profiles')
  await user.type(screen.getByRole('searchbox', { name: 'Search activity' }), '50%')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ p_table: 'profiles', p_search: '50%' }))
  expect(screen.getByLabelText('address')).toHaveTextContent('?table=profiles&q=50%25')
  expect(
    within(screen.getByRole('combobox', { name: 'Show' }))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([
    'Everything',
    'Orders',
    'Users',
    'Benefits',
    'Token codes',
    'Invite codes',
    'Email branding',
    'Pictures',
  ])
})

it('shows no count of what was chosen beside the entries of before, and none of before beside the new ones', async () => {
  serveLog(many)
  const { user } = open()
  expect(await screen.findByText('1 to 25 of 60 entries')).toBeVisible()
  const [log, count] = [held(), held()]
  server.use(
    http.post('*/rest/v1/rpc/activity', async () => {
      await log.released
      return HttpResponse.json(many.slice(0, 3))
    }),
    http.post('*/rest/v1/rpc/count_activity', async () => {
      await count.released
      return HttpResponse.json(3)
    }),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Users')
  expect(await screen.findByText('1 to 25')).toBeVisible()
  log.release()
  expect(await screen.findByText('1 to 3')).toBeVisible()
  count.release()
  expect(await screen.findByText('1 to 3 of 3 entries')).toBeVisible()
})

it('shows no new count beside the entries of before', async () => {
  serveLog(many)
  const { user } = open()
  expect(await screen.findByText('1 to 25 of 60 entries')).toBeVisible()
  const log = held()
  let counted = 0
  server.use(
    http.post('*/rest/v1/rpc/activity', () => log.released),
    http.post('*/rest/v1/rpc/count_activity', () => {
      counted += 1
      return HttpResponse.json(3)
    }),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Users')
  await waitFor(() => expect(counted).toBe(1))
  expect(await screen.findByText('1 to 25')).toBeVisible()
  await delay(50)
  expect(screen.queryByText(/of 3 entries/)).not.toBeInTheDocument()
  log.release()
})

it('says that nothing has been recorded yet', async () => {
  serveLog([])
  open()
  expect(await screen.findByText('Nothing has been recorded yet.')).toBeVisible()
})

it('says that nothing matches, and leads back to everything', async () => {
  serveLog([])
  const { user } = open('/activity?q=nothing+like+it&table=orders')
  expect(await screen.findByText('No activity matches your search.')).toBeVisible()
  serveLog(many)
  await user.click(await screen.findByRole('button', { name: 'Show everything' }))
  expect(await screen.findByText('1 to 25 of 60 entries')).toBeVisible()
  expect(screen.getByLabelText('address')).toBeEmptyDOMElement()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('says that the log could not be loaded, and tries again', async () => {
  serveLog(many)
  server.use(
    http.post('*/rest/v1/rpc/activity', () =>
      HttpResponse.json({ code: 'XX000', message: '' }, { status: 500 }),
    ),
  )
  const { user } = open()
  await seeToast('Error', 'Failed to load activity')
  expect(screen.getByRole('alert')).toHaveTextContent('No records were lost.')
  serveLog(many)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 to 25 of 60 entries')).toBeVisible()
})
