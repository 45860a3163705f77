import { useState } from 'react'
import * as z from 'zod/mini'
import { Checkbox } from '@/components/form/checkbox'
import { SelectField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-field'
import { ImportDialog, useImportDraft } from '@/components/import/import-dialog'
import { hasAccountDetails, type Invitee, maxInvitees, openingBalance } from '@/entities/invitations/send'
import { emailCell, momentCell, optionalWholeCell, readAddress } from '@/entities/shared/csv-cell'
import { plainText } from '@/entities/shared/schemas'
import { balanceColumn, emailColumn, endsColumn, nameColumn } from '@/lib/csv-headings'
import type { CsvSchema } from '@/lib/read-csv'
import { CheckedInvitations } from './checked-invitations'

type Props = { text?: string; onClose: () => void }

const maxMessage = 1000

/** The addresses of a column, or of lines that are no table: one or several, with names beside them. */
export const inviteeSchema: CsvSchema<keyof Invitee, Invitee> = {
  columns: { email: emailColumn, name: nameColumn, until: endsColumn, balance: balanceColumn },
  row: z.object({
    email: emailCell,
    name: plainText({ maxLength: 120 }),
    until: momentCell,
    balance: optionalWholeCell(openingBalance),
  }),
  keyOf: ({ email }) => email.toLowerCase(),
  noun: 'address',
  maxLines: maxInvitees,
  maxText: 2_000_000,
  valuesIn(cells) {
    const parts = cells.flatMap((cell) => cell.split(/[;,\s]+(?=\S+@)/)).map(readAddress)
    const addresses = parts.filter((part) => part.includes('@'))
    return addresses.length > 0 ? addresses : [readAddress(cells[0] ?? '')]
  },
}

/** Going back from the dry run keeps what was typed (D42). */
export function InviteByEmail({ text = '', onClose }: Props) {
  const draft = useImportDraft(inviteeSchema, text)
  const [message, setMessage] = useState('')
  const [days, setDays] = useState(30)
  const [bound, setBound] = useState(true)
  const [isChecked, setChecked] = useState(false)
  const tooLong = message.trim().length > maxMessage ? `At most ${maxMessage} characters.` : undefined
  const { rows, refused } = draft.table
  const isCarried = rows.some(({ row }) => hasAccountDetails(row))
  const isBound = bound || isCarried

  if (isChecked)
    return (
      <CheckedInvitations
        invitees={{ rows, message: message.trim(), days, bound: isBound }}
        refused={refused}
        onBack={() => setChecked(false)}
        onClose={onClose}
      />
    )
  return (
    <ImportDialog
      title="Invite people"
      description={
        isBound
          ? 'Each address gets its own code. Nobody else can use it.'
          : 'Each address gets its own code. Whoever has it can use it.'
      }
      label="Email addresses"
      hint="One a line, or a table with columns email, name, member until (as 2027-12-31) and opening balance."
      noun={['address', 'addresses']}
      draft={draft}
      onCheck={() => tooLong || setChecked(true)}
      onClose={onClose}
    >
      <TextArea
        label="Personal message"
        mark="(optional)"
        rows={4}
        hint="Stands above the invitation, in your name."
        error={tooLong}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <SelectField
        label="Valid for"
        value={days}
        onChange={({ target }) => setDays(Number(target.value))}
        options={{ 14: '14 days', 30: '30 days', 60: '60 days' }}
      />
      <Checkbox
        showLabel
        label="Only for the address that it is sent to"
        checked={isBound}
        // Name and balance are one person's.
        disabled={isCarried}
        onChange={({ target }) => setBound(target.checked)}
      />
    </ImportDialog>
  )
}
