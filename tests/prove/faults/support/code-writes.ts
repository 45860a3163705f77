import { freshCode } from '../../../e2e/support/members.ts'
import { noBody } from './benefit-writes.ts'
import { operation } from './calls.ts'
import { form, press, visit } from './page-actions.ts'
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
      const fields = { 'Number of codes': '3', Note: note }
      const dialog = await dialogFor(stage, 'token')
      await dialog.getByRole('radio', { name: 'Several codes' }).check()
      return form(dialog, fields, 'Create 3 codes', async () => {
        return (await countRows(stage.adminClient, 'redeem_codes', { note })) / 3
      })
    },
  },
  {
    ...operation('create codes', 'redeem_codes'),
    name: 'import two token codes',
    says: 'Failed to create token code',
    but,
    fine: noBody,
    done: 'Token code created successfully (2 codes)',
    prepare: async (stage) => {
      const note = unique()
      await visit(stage.page, '/admin/token-codes')
      await press(stage.page.getByRole('button', { name: 'Import CSV' }))
      const first = stage.page.getByRole('dialog', { name: 'Import codes' })
      await first.getByLabel('Paste codes').fill(`${freshCode(9)},5,,1,${note}\n${freshCode(9)},5,,1,${note}`)
      await press(first.getByRole('button', { name: 'Check 2 lines' }))
      const dialog = stage.page.getByRole('dialog', { name: '2 of 2 lines can be created' })
      return form(dialog, {}, 'Create 2 codes', async () => {
        return (await countRows(stage.adminClient, 'redeem_codes', { note })) / 2
      })
    },
  },
  {
    ...operation('revoke codes'),
    core: true,
    says: 'Failed to run this',
    done: /^1 revoked$/,
    prepare: async ({ page, adminClient }) => {
      const code = freshCode(9)
      await adminClient.from('redeem_codes').insert({ code, token_value: 1 }).throwOnError()
      await visit(page, `/admin/token-codes?q=${code}`)
      await press(page.getByRole('button', { name: `Revoke ${code}` }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Will change', { exact: true }).waitFor()
      return form(dialog, { Why: 'Lost' }, 'Revoke code', () =>
        countRows(adminClient, 'redeem_codes', { code, is_revoked: true }),
      )
    },
  },
  {
    ...operation('extend a code'),
    says: /not extended|may or may not have been saved/,
    done: 'no longer expires',
    prepare: async ({ page, adminClient }) => {
      const code = freshCode(9)
      const expires_at = new Date(Date.now() + 1_500).toISOString()
      await adminClient.from('redeem_codes').insert({ code, token_value: 1, expires_at }).throwOnError()
      await page.waitForTimeout(1_600)
      await visit(page, `/admin/token-codes?tab=expired&q=${code}`)
      await press(page.getByRole('button', { name: `Extend ${code}` }))
      const dialog = page.getByRole('dialog')
      return {
        submit: () => press(dialog.getByRole('button', { name: 'Extend', exact: true })),
        effect: async () => {
          const rows = adminClient.from('redeem_codes').select('expires_at').eq('code', code)
          return (await rows.single().throwOnError()).data.expires_at === null ? 1 : 0
        },
      }
    },
  },
]
