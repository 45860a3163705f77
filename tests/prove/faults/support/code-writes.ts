import { freshCode } from '../../../e2e/support/members.ts'
import { operation } from './calls.ts'
import { form, press, visit } from './hands.ts'
import { countRows, type Stage, unique, type Writing } from './writing.ts'

const but = { '409': 'This code already exists. Please use a different code.' }

async function dialogFor({ page }: Stage, kind: 'token' | 'invite') {
  await visit(page, `/admin/${kind}-codes`)
  await press(page.getByRole('button', { name: 'Create Code' }))
  return page.getByRole('dialog', { name: 'Create Code' })
}

const oneCode = (kind: 'token' | 'invite', table: 'redeem_codes' | 'invite_codes'): Writing => ({
  ...operation('create codes', table),
  name: `create one ${kind} code`,
  says: `Failed to create ${kind} code`,
  but,
  done: `${kind === 'token' ? 'Token' : 'Invite'} code created successfully`,
  prepare: async (stage) => {
    const code = freshCode(9)
    const fields = { Code: code, Note: 'For one test.' }
    return form(await dialogFor(stage, kind), fields, 'Create Code', () =>
      countRows(stage.adminClient, table, { code }),
    )
  },
})

export const codeWrites: Writing[] = [
  oneCode('token', 'redeem_codes'),
  oneCode('invite', 'invite_codes'),
  {
    ...operation('create codes', 'redeem_codes'),
    name: 'create three token codes',
    says: 'Failed to create token code',
    but,
    done: '3 codes created',
    prepare: async (stage) => {
      const note = unique()
      const fields = { 'How many': '3', Note: note }
      return form(await dialogFor(stage, 'token'), fields, 'Create 3 codes', async () => {
        return (await countRows(stage.adminClient, 'redeem_codes', { note })) / 3
      })
    },
  },
]
