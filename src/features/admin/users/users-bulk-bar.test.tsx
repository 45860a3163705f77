import { screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { openPage } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { signInAs } from '@tests/support/render'
import { members, serveUsers } from '@tests/support/users-api'
import { beforeEach, expect, it } from 'vitest'
import { UsersPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const counted = operationResult({ changed: 2, emails: 2 })

async function open(result = counted) {
  const users = members(30)
  serveUsers({ users })
  const requests = serveOperationCalls({ extend_memberships: () => result })
  const { user } = openPage(UsersPage, '/admin/users')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Member 2' }))
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { users, requests, user, press }
}

it('extends the memberships of the selected users by what was counted, and counts other months again (D45)', async () => {
  const { users, requests, user, press } = await open()
  expect(screen.getByRole('region', { name: 'Selected users' })).toHaveTextContent('2 selected')
  await press('Extend memberships')
  const dialog = await screen.findByRole('dialog', { name: 'Extend 2 memberships', busy: false })
  expect(await within(dialog).findByRole('button', { name: 'Extend 2 by 12 months' })).toBeEnabled()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Extend by' }), '3 months')
  await press('Extend 2 by 3 months')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const p_ids = users.slice(0, 2).map(({ id }) => id)
  expect(requests.extend_memberships).toEqual([
    { p_ids, p_months: 12, p_dry_run: true },
    { p_ids, p_months: 3, p_dry_run: true },
    { p_ids, p_months: 3, p_dry_run: false, p_expected: counted },
  ])
  expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull()
})

it('extends all that match by the filter', async () => {
  const { requests, user, press } = await open(operationResult({ changed: 30 }))
  await user.keyboard('a')
  // Lines of a grant are sent by email address.
  const bar = within(screen.getByRole('region', { name: 'Selected users' }))
  expect(bar.queryByRole('button', { name: 'Grant tokens' })).toBeNull()
  await press('Extend memberships')
  await screen.findByRole('button', { name: 'Extend 30 by 12 months' })
  expect(requests.extend_memberships).toEqual([{ p_filter: {}, p_months: 12, p_dry_run: true }])
})

it('grants to the selected users: their lines are there already', async () => {
  const { press } = await open()
  const bar = within(screen.getByRole('region', { name: 'Selected users' }))
  bar.getByRole('button', { name: 'Grant tokens' }).click()
  const dialog = await screen.findByRole('dialog', { name: 'Grant tokens', busy: false })
  expect(within(dialog).getByLabelText('Paste lines')).toHaveValue(
    'member1@guildhall.test\nmember2@guildhall.test',
  )
  await press('Cancel')
  expect(screen.getByRole('region', { name: 'Selected users' })).toBeVisible()
})
