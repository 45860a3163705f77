import { SelectField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-area'
import { type ManualDelivery, manualKinds } from '@/entities/deliveries/admin-order'
import { capitalize } from '@/lib/format'
import type { DeliveryDraft } from './use-delivery-draft'

type Props = { delivery: DeliveryDraft; hasMessage?: boolean }

/** What an admin delivers by hand: its kind, and the text, link or key (D33). */
export function ContentFields({ delivery, hasMessage = false }: Props) {
  const { value, problem, fields, change } = delivery
  if (!value) return null
  return (
    <div className="grid gap-4 md:grid-cols-[140px_minmax(0,1fr)]">
      <SelectField
        label="Kind"
        value={value.kind}
        onChange={({ target }) => change({ kind: target.value as ManualDelivery['kind'] })}
      >
        {manualKinds.map((kind) => (
          <option key={kind} value={kind}>
            {capitalize(kind)}
          </option>
        ))}
        {hasMessage ? <option value="message">Message only</option> : null}
      </SelectField>
      {value.kind === 'message' ? null : (
        <TextArea
          ref={fields.content}
          label={capitalize(value.kind)}
          rows={2}
          maxLength={5000}
          spellCheck={value.kind === 'text'}
          error={problem?.field === 'content' ? problem.text : undefined}
          value={value.content}
          onChange={({ target }) => change({ content: target.value })}
        />
      )}
    </div>
  )
}
