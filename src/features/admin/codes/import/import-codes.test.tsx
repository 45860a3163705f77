import { screen, waitFor, within } from '@testing-library/react'
import { memberId, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { InviteCodesPage } from '../invite-codes-page'
import { TokenCodesPage } from '../token-codes-page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }

async function open(table: keyof typeof pages, taken: number[] = []) {
  const served = serveCodes(table, [{ ...tokenCode({ code: 'KNOWN001' }), user: null }])
  server.use(http.post('*/rest/v1/rpc/taken_codes', () => HttpResponse.json(taken)))
  const { user } = openPage(pages[table], '/codes', '?tab=used')
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
  const dialog = async (name: string | RegExp) =>
    within(await screen.findByRole('dialog', { name, busy: false }))
  return {
    ...served,
    user,
    dialog,
    check: async (text: string) => {
      const first = await dialog('Import codes')
      await user.click(first.getByLabelText('Paste codes'))
      await user.paste(text)
      await user.click(await first.findByRole('button', { name: /^Check [1-9]/ }))
    },
  }
}

it('shows what would be created, then creates all of it at once', async () => {
  const { user, dialog, check, inserts } = await open('redeem_codes', [3])
  await check('FIRST,25,,4\nSECOND\nKNOWN001\nfirst\nBAD,0')
  const checked = await dialog('2 of 5 lines can be created')
  const sum = within(checked.getByRole('region', { name: 'Lines' }))
  expect(sum.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '5',
    '−1',
    '−1',
    '−1',
    '2',
  ])
  expect(checked.getByText('150 tokens issued')).toBeVisible()
  expect(checked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 3This code already exists',
    'Line 4The same code as line 1',
    'Line 5Value: Enter a whole number from 1 to 1000.',
  ])
  expect(inserts).toEqual([])
  await user.click(checked.getByRole('button', { name: 'Create 2 codes' }))
  await seeToast('Success', 'Token code created successfully (2 codes)')
  const [rows = []] = inserts
  expect(inserts).toHaveLength(1)
  expect(rows).toMatchObject([
    { code: 'FIRST', token_value: 25, max_uses: 4 },
    { code: 'SECOND', token_value: 50, max_uses: 1 },
  ])
  expect(rows[0]?.batch_id).toBe(rows[1]?.batch_id)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(urlParams().toString()).toBe('')
})

it('imports invite codes, which have no value', async () => {
  const { user, dialog, check, inserts } = await open('invite_codes')
  expect((await dialog('Import codes')).queryByLabelText('Token Value')).not.toBeInTheDocument()
  await check('JOIN1\nJOIN2')
  await user.click((await dialog(/^2 of 2/)).getByRole('button', { name: 'Create 2 codes' }))
  await seeToast('Success', 'Invite code created successfully (2 codes)')
  expect(inserts[0]?.[0]).not.toHaveProperty('token_value')
})

it('loses nothing when a code has been created in the meantime', async () => {
  const { user, dialog, check } = await open('redeem_codes')
  await check('FIRST\nKNOWN001')
  const checked = await dialog(/^2 of 2/)
  await user.click(checked.getByRole('button', { name: 'Create 2 codes' }))
  expect(await checked.findByRole('alert')).toHaveTextContent('so none was created. Go back and check again.')
  await user.click(checked.getByRole('button', { name: 'Back' }))
  expect((await dialog('Import codes')).getByLabelText('Paste codes')).toHaveValue('FIRST\nKNOWN001')
})

it('creates nothing twice after a lost response', async () => {
  const { user, dialog, check, inserts, loseAnswer } = await open('redeem_codes')
  loseAnswer()
  await check('FIRST')
  const checked = await dialog(/^1 of 1/)
  const create = () => user.click(checked.getByRole('button', { name: 'Create 1 code' }))
  await create()
  expect(await checked.findByRole('alert')).toBeVisible()
  await create()
  await seeToast('Success', 'Token code created successfully (1 code)')
  expect(inserts[1]).toEqual(inserts[0])
})

it('keeps the text when the codes cannot be checked', async () => {
  const { dialog, check } = await open('redeem_codes')
  server.use(http.post('*/rest/v1/rpc/taken_codes', () => HttpResponse.error()))
  await check('FIRST')
  const first = await dialog('Import codes')
  expect(await first.findByRole('alert')).toHaveTextContent('The server did not respond. Please try again.')
  expect(first.getByLabelText('Paste codes')).toHaveValue('FIRST')
})
