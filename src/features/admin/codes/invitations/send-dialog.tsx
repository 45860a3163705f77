import { useDeferredValue, useMemo, useState } from 'react'
import { CheckFooter } from '@/components/dialog/check-footer'
import { Dialog } from '@/components/dialog/dialog'
import { Checkbox } from '@/components/form/checkbox'
import { CsvColumns, LinesField } from '@/components/form/csv-file-field'
import { SelectField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-field'
import { maxInvitees } from '@/entities/invitations/send'
import { formatCount } from '@/lib/format'
import { CheckedInvitations } from './checked-invitations'
import { type InviteeColumns, inviteeSchema, maxText, readInvitees } from './invitee-lines'

type Props = { text?: string; onClose: () => void }

const maxMessage = 1000

/** Going back from the dry run keeps what was typed (D42). */
export function SendDialog({ text: initial = '', onClose }: Props) {
  const [text, setText] = useState(initial)
  const [message, setMessage] = useState('')
  const [days, setDays] = useState(30)
  const [bound, setBound] = useState(true)
  const [checked, setChecked] = useState(false)
  const read = useDeferredValue(text)
  const [picked, setPicked] = useState<InviteeColumns>()
  const { rows, table, problem } = useMemo(() => readInvitees(read, picked), [read, picked])
  const tooLong = message.trim().length > maxMessage ? `At most ${maxMessage} characters.` : undefined

  if (checked)
    return (
      <CheckedInvitations
        invitees={{ rows, message: message.trim(), days, bound }}
        onBack={() => setChecked(false)}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      wide
      title="Invite by email"
      description={
        bound
          ? 'Each address gets its own code. Nobody else can use it.'
          : 'Each address gets its own code. Whoever has it can use it.'
      }
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!tooLong) setChecked(true)
      }}
      footer={
        <CheckFooter
          what={formatCount(rows.length, 'address', 'addresses')}
          disabled={rows.length === 0 || problem !== undefined}
          onCancel={onClose}
        />
      }
    >
      <LinesField
        label="Email addresses"
        hint={`One a line, or a CSV with a column "email". ${formatCount(rows.length, 'address', 'addresses')}`}
        text={text}
        problem={problem}
        maxLines={maxInvitees}
        maxText={maxText}
        onChange={(next) => {
          setText(next)
          setPicked(undefined)
        }}
      />
      <CsvColumns schema={inviteeSchema} table={table} onPick={setPicked} />
      <TextArea
        label="Personal message"
        mark="(optional)"
        rows={4}
        hint="Stands above the invitation, in your name."
        error={tooLong}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <SelectField label="Valid for" value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {[14, 30, 60].map((choice) => (
          <option key={choice} value={choice}>
            {choice} days
          </option>
        ))}
      </SelectField>
      <Checkbox
        shown
        label="Only for the address that it is sent to"
        checked={bound}
        onChange={({ target }) => setBound(target.checked)}
      />
    </Dialog>
  )
}
