import { fireEvent, screen, waitFor } from '@testing-library/react'
import { actorId, activityEntry as entry, serveActivity } from '@tests/support/activity-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { expect, it } from 'vitest'
import { endOfDay, startOfDay } from '@/lib/local-time'
import { ActivityPage } from './page'

it('filters by search and table, from the first page', async () => {
  const requests = serveActivity([entry(1)])
  const { user } = openPage(ActivityPage, '/admin/activity', '?page=2&after=36~36')
  const select = await screen.findByRole('combobox', { name: 'Show' })
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
  const days = { p_from: startOfDay('2026-11-01'), p_to: endOfDay('2026-11-02') }
  await waitFor(() =>
    expect(requests.at(-1)).toEqual({ ...asked, p_search: '50%', p_actor: actorId, ...days }),
  )
})
