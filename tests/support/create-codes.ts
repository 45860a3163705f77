import { screen, within } from '@testing-library/react'
import { InviteCodesPage } from '@/features/admin/codes/invite-codes-page'
import { TokenCodesPage } from '@/features/admin/codes/token-codes-page'
import { serveCodes } from './codes-api.ts'
import { openPage, urlParams } from './open-page.tsx'

const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }

/** Opens the dialog that creates codes; `fill` replaces fields by their labels. */
export async function openCreateCodes(
  table: keyof typeof pages,
  query = '?new',
  codes: Parameters<typeof serveCodes>[1] = [],
) {
  const served = serveCodes(table, codes)
  const { user } = openPage(pages[table], '/codes', query)
  if (!urlParams().has('new')) await user.click(screen.getByRole('button', { name: 'Create Code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create Code', busy: false })
  const inside = within(dialog)
  const field = (label: string | RegExp) => inside.getByLabelText<HTMLInputElement>(label)
  return {
    ...served,
    user,
    dialog,
    inside,
    field,
    fill: async (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) {
        if (label === 'Number of codes') await user.click(inside.getByRole('radio', { name: /^Several/ }))
        const control = field(label === 'Note' ? /^Note/ : label)
        await user.clear(control)
        await user.click(control)
        await user.paste(value)
      }
    },
    submit: () => user.click(inside.getByRole('button', { name: /^Create (Code|\d+ codes)$/ })),
  }
}
