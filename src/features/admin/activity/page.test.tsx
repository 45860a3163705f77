import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { actorId, activityEntry as entry, serveActivity } from '@tests/support/activity-api'
import { openedDialog } from '@tests/support/dialogs'
import { openPage, urlParams } from '@tests/support/open-page'
import { serveOperationCalls } from '@tests/support/operations-api'
import { expect, it } from 'vitest'
import { formatLongDate, formatTime } from '@/lib/format'
import { endOfDay, startOfDay } from '@/lib/local-time'
import { ActivityPage } from './page'

const open = (query?: string) => openPage(ActivityPage, '/admin/activity', query)

it('lists the changes by day, newest first', async () => {
  const yesterday = '2026-11-19T09:30:00Z'
  const [nobody, none] = [{ actor_name: null }, { actor_id: null, actor_name: null }]
  serveActivity([
    entry(3),
    entry(2),
    entry(1, { at: yesterday, ...nobody }),
    entry(0, { at: yesterday, ...none }),
  ])
  open()
  expect(screen.getByRole('heading', { name: 'Activity' })).toBeVisible()
  const today = within(await screen.findByRole('region', { name: formatLongDate(new Date(entry(3).at)) }))
  const [newest, older, ...rest] = today.getAllByRole('listitem')
  expect(newest).toHaveTextContent('Henrik Vos changed the status of ORD-000003 from Pending to Delivered')
  expect(newest).toHaveTextContent(formatTime(entry(3).at))
  expect(older).toHaveTextContent('ORD-000002')
  expect(rest).toEqual([])
  const before = within(screen.getByRole('region', { name: formatLongDate(new Date(yesterday)) }))
  const [deleted, own] = before.getAllByRole('listitem')
  expect(deleted).toHaveTextContent('Deleted user changed the status of ORD-000001')
  expect(own).toHaveTextContent('Guildhall changed the status of ORD-000000')
  expect(before.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Deleted user',
    'ORD-000001',
    'ORD-000000',
  ])
  expect(screen.getByRole('link', { name: 'ORD-000003' })).toHaveAttribute(
    'href',
    `/admin/orders?order=${actorId}`,
  )
})

it('expands the columns of a change, before and after', async () => {
  serveActivity([
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
      after: { id: actorId, code: 'R9CL5HX3', is_used: false, used_by: null, token_value: 1000 },
    }),
    // No columns are left of a deleted user.
    entry(0, { table_name: 'profiles', subject: null, before: {}, after: {} }),
  ])
  const { user } = open()
  await screen.findByText(/changed a deleted user/)
  const [change, creation, ...none] = screen.getAllByRole('button', { name: 'Before and after' })
  expect(none).toEqual([])
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

it('filters by search and table, from the first page', async () => {
  const requests = serveActivity([entry(1)])
  const { user } = open('?page=2&after=36~36')
  const select = await screen.findByRole('combobox', { name: 'Show' })
  expect(
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(
    (
      'Everything, Orders, Many rows at once, Users, Benefits, Categories, Key batches, Keys, Reports, ' +
      'Token codes, Invite codes, Invitations, Waitlist, Settings, Token packs, Announcements, Refunds, Payment events, Pictures, Files'
    ).split(', '),
  )
  await user.selectOptions(select, 'Users')
  await screen.findByText('1 to 1 of 1 entry')
  const asked = { p_table: 'profiles', p_reverse: false, p_limit: 26 }
  await waitFor(() => expect(requests.at(-1)).toEqual(asked))
  expect(urlParams().toString()).toBe('table=profiles')
  await user.type(screen.getByRole('searchbox', { name: 'Search activity' }), '50%')
  await waitFor(() => expect(requests.at(-1)).toEqual({ ...asked, p_search: '50%' }))
  expect(urlParams().toString()).toBe('table=profiles&q=50%25')
  await user.selectOptions(
    screen.getByLabelText('Admin'),
    await screen.findByRole('option', { name: 'Henrik Vos' }),
  )
  await waitFor(() => expect(requests.at(-1)).toEqual({ ...asked, p_search: '50%', p_actor: actorId }))
  const [from, to] = [screen.getByLabelText('From Date'), screen.getByLabelText('To Date')]
  fireEvent.change(from, { target: { value: '2026-11-01' } })
  fireEvent.change(to, { target: { value: '2026-11-02' } })
  const limits = [from.getAttribute('max'), to.getAttribute('min'), to.getAttribute('max')]
  expect(limits).toEqual(['2026-11-02', '2026-11-01', '9999-12-31'])
  const days = { p_from: startOfDay('2026-11-01'), p_to: endOfDay('2026-11-02') }
  await waitFor(() =>
    expect(requests.at(-1)).toEqual({ ...asked, p_search: '50%', p_actor: actorId, ...days }),
  )
})

// What becomes of the rows is tested in src/widgets/operations/rows-dialog.test.tsx.
it('opens the rows of an operation (D46)', async () => {
  const ran = { kind: 'order_status', parameters: { status: 'delivered' }, state: 'running', rows: 3 }
  const operation = { table_name: 'operations', subject: null, action: 'insert', before: null } as const
  serveActivity([entry(1, { ...operation, after: ran })])
  const requests = serveOperationCalls({ operation_rows: () => [] })
  const { user } = open()
  const opener = await screen.findByRole('button', { name: 'See the rows' })
  expect(opener).toHaveAccessibleDescription('Henrik Vos marked 3 orders delivered')
  await user.click(opener)
  await openedDialog('Marked 3 orders delivered')
  const asked = { p_operation_id: actorId, p_after: 0, p_limit: 1000 }
  await waitFor(() => expect(requests.operation_rows).toEqual([asked]))
})

it('filters by a former admin, from what they did', async () => {
  const former = '00000000-0000-4000-9000-000000000009'
  const requests = serveActivity([entry(1, { actor_id: former, actor_name: 'Ada Lindqvist' })])
  const { user } = open('?table=orders')
  await user.click(await screen.findByRole('link', { name: 'Ada Lindqvist' }))
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ p_actor: former }))
  expect(urlParams().get('by')).toBe(former)
  expect(screen.getByLabelText('Admin')).toHaveDisplayValue('Former admin')
})
