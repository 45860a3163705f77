import type { Page } from '@playwright/test'
import { freshCode } from '../../../e2e/support/members.ts'
import { type Client, countRows } from './count-rows.ts'
import { fill, press, visit } from './hands.ts'
import type { Ready, Writing } from './writing.ts'

/** The codes that an admin creates; `client` reads around the proxy. */
export function codeWrites(client: Client): Writing[] {
  async function createCode(page: Page, kind: 'token' | 'invite'): Promise<Ready> {
    const code = freshCode(9)
    await visit(page, `/admin/${kind}-codes`)
    await press(page.getByRole('button', { name: 'Create Code' }))
    const dialog = page.getByRole('dialog', { name: 'Create Code' })
    const fields = { code: dialog.getByLabel('Code', { exact: true }), note: dialog.getByLabel(/^Note/) }
    await fill(fields.code, code)
    await fill(fields.note, 'For one test.')
    return {
      submit: () => press(dialog.getByRole('button', { name: 'Create Code' })),
      typed: [
        [fields.code, code],
        [fields.note, 'For one test.'],
      ],
      effect: () => countRows(client, kind === 'token' ? 'redeem_codes' : 'invite_codes', 'code', code),
    }
  }

  return [
    {
      name: 'a new token code',
      call: ['POST', /^\/rest\/v1\/redeem_codes\b/],
      says: 'Failed to create token code',
      but: { '409': 'This code already exists. Please use a different code.' },
      done: 'Token code created successfully',
      prepare: (page) => createCode(page, 'token'),
    },
    {
      name: 'three token codes',
      call: ['POST', /^\/rest\/v1\/redeem_codes\b/],
      says: 'Failed to create token code',
      done: '3 codes created',
      but: { '409': 'This code already exists. Please use a different code.' },
      prepare: async (page) => {
        const note = `Fault ${freshCode(8)}`
        await visit(page, '/admin/token-codes')
        await press(page.getByRole('button', { name: 'Create Code' }))
        const dialog = page.getByRole('dialog', { name: 'Create Code' })
        const fields = { howMany: dialog.getByLabel('How many'), note: dialog.getByLabel(/^Note/) }
        await fill(fields.howMany, '3')
        await fill(fields.note, note)
        return {
          submit: () => press(dialog.getByRole('button', { name: 'Create 3 codes' })),
          typed: [
            [fields.howMany, '3'],
            [fields.note, note],
          ],
          effect: async () => (await countRows(client, 'redeem_codes', 'note', note)) / 3,
        }
      },
    },
    {
      name: 'a new invite code',
      call: ['POST', /^\/rest\/v1\/invite_codes\b/],
      says: 'Failed to create invite code',
      but: { '409': 'This code already exists. Please use a different code.' },
      done: 'Invite code created successfully',
      prepare: (page) => createCode(page, 'invite'),
    },
  ]
}
