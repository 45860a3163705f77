import { screen, waitFor, within } from '@testing-library/react'
import { memberId, order, transaction, uuid } from '@tests/support/builders'
import { openedDialog, seeBusy, seeNoDialog } from '@tests/support/dialogs'
import { refusal } from '@tests/support/member-api'
import { openPage } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { servePerson } from '@tests/support/person-api'
import { signInAs } from '@tests/support/render'
import { renderDialog } from '@tests/support/render-dialog'
import { seeToast } from '@tests/support/toasts'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { delay, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Profile } from '@/entities/profiles/profile'
import { UsersPage } from '../page'
import { PersonPanel } from './person-panel'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const person = { ...tamsin(), membership_end_date: '2030-09-02T09:00:00+00:00' }

type Has = Parameters<typeof servePerson>[0]

/** Without the page below it. */
function openPanel(has: Has = {}, user: Profile = person, id = user.id) {
  serveUsers({ users: [user, henrik()] })
  const asked = servePerson(has)
  const panel = (onClose: () => void) => <PersonPanel id={id} onAction={() => undefined} onClose={onClose} />
  return { asked, ...renderDialog(panel) }
}
function open(has: Has = {}, query = `?person=${person.id}`) {
  const users = serveUsers({ users: [person, henrik()] })
  const asked = servePerson(has)
  return { ...users, asked, ...openPage(UsersPage, '/admin/users', query) }
}
const panel = () => screen.findByRole('dialog', { busy: false })

it('opens from the name, and gives the focus back after Escape', async () => {
  const { user } = open({}, '?q=tam')
  await user.click(await screen.findByRole('link', { name: 'Tamsin Ferreira' }))
  const dialog = await panel()
  expect(dialog).toHaveAccessibleName('Tamsin Ferreira')
  await user.keyboard('{Escape}')
  await seeNoDialog()
  expect(screen.getByRole('searchbox')).toHaveValue('tam')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Tamsin Ferreira' })).toHaveFocus())
})

it.each(['00000000-0000-4000-9000-00000000dead', 'nobody'])('reports the unknown id %s', async (id) => {
  openPanel({}, person, id)
  const dialog = within(await screen.findByRole('dialog', { name: 'User', busy: false }))
  await dialog.findByText('User not found.')
  expect(dialog.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
})

describe('actions', () => {
  function openActions(has: Has = {}) {
    const view = open(has)
    const press = async (name: string) => view.user.click(await screen.findByRole('button', { name }))
    /** Confirms the question above the panel. */
    async function confirm(title: RegExp, name: string) {
      const question = await openedDialog(title)
      // The panel learns in the next task that the question is above it.
      await delay(0)
      await question.press(name)
    }
    return { ...view, press, confirm }
  }

  it('edits, promotes and deletes the user, which closes it', async () => {
    const { press, confirm } = openActions()
    await press('Edit')
    const form = await openedDialog('Edit User')
    await form.fill('Name', 'Tamsin F.')
    await form.press('Save changes')
    await seeToast('Success', 'User updated successfully')
    await openedDialog('Tamsin F.')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus())
    await press('Make Admin')
    await confirm(/an admin\?/, 'Make Admin')
    await seeToast('Success', 'Tamsin F. has been made an admin')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Make Admin' })).toBeNull())
    await press('Delete')
    await confirm(/^Delete/, 'Delete user')
    await seeToast('Success', 'User deleted successfully')
    await seeNoDialog()
  })

  it('writes to the user, once however often the same text is tried', async () => {
    let answer = () => refusal(404, 'profile_not_found')
    const requests = serveOperationCalls({ send_message: () => seeBusy('Sending...').then(() => answer()) })
    const { press } = openActions()
    await press('Send message')
    const form = await openedDialog('Message to Tamsin Ferreira')
    await form.press('Send message')
    await form.describes('Subject', 'Enter a subject.')
    await form.describes('Text', /Enter a text\./)
    await form.fill('Subject', 'Your workspace')
    await form.fill('Text', 'Which one is it?')
    await form.press('Send message')
    expect(await form.dialog.findByText('This user was deleted since you opened it.')).toBeVisible()
    await form.press('Send message')
    await waitFor(() => expect(requests.send_message).toHaveLength(2))
    await form.dialog.findByText('This user was deleted since you opened it.')
    answer = () => new HttpResponse<never>(null, { status: 204 })
    await form.fill('Text', 'Which one?')
    await form.press('Send message')
    await seeToast('Success', 'Your message is on its way to Tamsin Ferreira.')
    await openedDialog('Tamsin Ferreira')
    const asked = { p_person: person.id, p_title: 'Your workspace', p_text: 'Which one is it?' }
    const [first, again, other] = requests.send_message as { p_id: string }[]
    expect([first, again]).toEqual([{ ...asked, p_id: expect.any(String) }, first])
    expect(other).toEqual({ ...asked, p_text: 'Which one?', p_id: expect.any(String) })
    expect(other?.p_id).not.toBe(first?.p_id)
  })

  it('extends the membership', async () => {
    const p_expected = operationResult({ changed: 1 })
    const requests = serveOperationCalls({ extend_memberships: () => p_expected })
    const { press, confirm } = openActions()
    await press('Extend membership')
    await confirm(/^Extend/, 'Extend 1 by 12 months')
    await seeToast('Success', 'Membership extended. Undo is below the list of users for ten minutes.')
    const asked = { p_ids: [person.id], p_months: 12, p_dry_run: false, p_expected }
    expect(requests.extend_memberships?.at(-1)).toEqual(asked)
  })

  it('approves and resets the second factor after a question, and says what was refused (D54)', async () => {
    let answer: Response
    const requests = serveOperationCalls({
      approve_second_factor: () => answer,
      reset_second_factor: () => answer,
    })
    const { press, confirm } = openActions({ factors: 1, awaitsApproval: true })
    await screen.findByText('1 authenticator, not approved yet')
    for (const [what, done] of [
      ['Approve', 'Tamsin Ferreira has the rights of an admin now.'],
      ['Reset', 'Tamsin Ferreira signs in with the password alone now.'],
    ] as const) {
      answer = refusal(409, 'no_second_factor')
      await press(`${what} second factor`)
      const title = new RegExp(`^${what} the second factor of Tamsin`)
      await confirm(title, `${what} second factor`)
      await screen.findByText('There is no second factor any more.')
      answer = new HttpResponse(null, { status: 204 })
      await confirm(title, `${what} second factor`)
      await seeToast('Success', done)
    }
    const twice = Array(2).fill({ p_person: person.id })
    expect(requests).toEqual({ approve_second_factor: twice, reset_second_factor: twice })
  })
})

describe('lists', () => {
  const at = '2026-11-20T10:00:00Z'
  const placed = { ...order({ user_id: person.id, created_at: at }), benefit: null }
  const entry = (over: Parameters<typeof transaction>[0], linked: object = {}) => ({
    ...transaction({ account_id: person.id, created_at: at, ...over }),
    ...linked,
  })
  const redemption = { transaction_type: 'redemption', amount: -25, order_id: placed.id }
  const code = { id: uuid(), code: 'K7QM2X9D', note: 'Autumn' }
  const of = { order_id: placed.id, order_number: 'ORD-000148', benefit_name: 'Minutes', created_at: at }
  const answer = { outcome: 'open', answer: 'replied', answer_text: 'Please try again.', answered_at: at }
  const reported = { ...of, ...answer, id: uuid(), number: 7, reason: 'The page does not load' }
  const noted = { ...of, id: uuid(), body: 'Called back', author_name: null }
  const told = {
    ...{ kind: 'order_placed', state: 'sent', by_email: true, data: {}, count: 1, created_at: at },
    ...{ read_at: null, order_id: placed.id, order_number: 'ORD-000148', benefit_id: null, error: null },
    ...{ elsewhere: true, id: uuid() },
  }
  const orderLink = `/admin/orders?order=${placed.id}`

  /** More rows than a page has, which begin with these. */
  const many = <Row extends object>(...rows: Row[]) =>
    Array.from({ length: 11 }, (_, index) => ({
      ...rows[Math.min(index, rows.length - 1)]!,
      id: uuid(),
      seq: 90 - index,
    }))
  const has = {
    orders: many(placed),
    ledger: many(entry(redemption, { order: placed })),
    codes: many(entry({ amount: 50 }, { code })),
    reports: many(reported),
    notes: many(noted),
    messages: many(told),
  }
  const call = (id: string | undefined) => ({
    ...{ p_id: person.id, p_key_value: at, p_key_id: id, p_reverse: false, p_limit: 11 },
  })
  const own = { limit: '11', account_id: `eq.${person.id}`, seq: 'lt.81', order: 'seq.desc' }
  const [before, last] = [`lte.${at}`, has.orders[9]?.id]
  const orders = {
    ...{ user_id: `eq.${person.id}`, created_at: before, or: `(created_at.lt.${at},id.lt.${last})` },
    ...{ order: 'created_at.desc,id.desc', limit: '11' },
  }

  const [codes, keys] = [{ ...own, redeem_code_id: 'not.is.null' }, ['reports', 'notes', 'messages'] as const]
  const [reportCall, noteCall, messageCall] = keys.map((name) => call(has[name][9]?.id))
  const reportLink = `/admin/reports?report=${has.reports[0]?.id}`

  it('lists what there is with links, and asks for the next page', async () => {
    const { user, asked } = openPanel(has)
    const dialog = within(await panel())
    for (const [tab, caption, noun, link, next] of [
      ['Orders', 'Orders', 'orders', `/admin/orders?order=${has.orders[0]?.id}`, orders],
      ['Ledger', 'Ledger', 'entries', orderLink, own],
      ['Codes', 'Token codes', 'token codes', `/admin/token-codes?code=${code.id}`, codes],
      ['Reports', 'Reports', 'reports', reportLink, reportCall],
      ['Notes', 'Notes', 'notes', orderLink, noteCall],
      ['Messages', 'Messages', 'messages', orderLink, messageCall],
    ] as const) {
      await user.click(await screen.findByRole('tab', { name: `${tab} (11)` }))
      await dialog.findByText(`1 to 10 of 11 ${noun}`)
      const table = within(dialog.getByRole('table', { name: caption }))
      expect(table.getAllByRole('link')[0]).toHaveAttribute('href', link)
      await user.click(dialog.getByText('Next'))
      await dialog.findByText(/^11 to 20/)
      expect(asked.at(-1)).toEqual(next)
    }
  })
})

it('grants tokens beside what the member has, with a reason, but none after Cancel', async () => {
  const isLost = () => requests.grant_tokens?.length === 2
  const requests = serveOperationCalls({
    grant_tokens: async () => {
      await seeBusy('Granting...')
      return isLost() ? HttpResponse.error() : operationResult({ changed: 1 })
    },
  })
  const { user } = open()
  const grant = async () => {
    await user.click(within(await panel()).getByRole('button', { name: 'Grant tokens' }))
    return openedDialog('Grant tokens')
  }
  const cancelled = await grant()
  await cancelled.fill('Tokens', '+50')
  await cancelled.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Grant tokens' })).not.toBeInTheDocument())
  expect(requests.grant_tokens).toEqual([])
  const form = await grant()
  for (const wrong of ['0', '1000001']) {
    await form.fill('Tokens', wrong)
    await form.press('Grant tokens')
    await form.describes('Tokens', 'Enter a whole number, 1 or more.')
  }
  await form.fill('Tokens', '+50')
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Grant tokens' })).toHaveTextContent(/Balance after.*137/),
  )
  await form.press('Grant tokens')
  expect(await form.dialog.findByText('Enter a reason.')).toBeVisible()
  await form.fill('Reason', 'Thanks')
  await form.press('Grant tokens')
  await form.dialog.findByText(/^The server did not respond/)
  await form.press('Grant tokens')
  await seeToast('Success', '50 tokens granted')
  const asked = { p_rows: [{ email: 'tamsin@ferreira.example', tokens: 50 }], p_reason: 'Thanks' }
  // The plan runs once, however often its response is lost.
  const run = { ...asked, p_dry_run: false, p_expected: operationResult({ changed: 1 }) }
  expect(requests.grant_tokens).toMatchObject([{ ...asked, p_dry_run: true }, run, run])
})
