import { useRef, useState } from 'react'
import { SelectField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-field'
import { type ManualDelivery, manualKinds } from '@/entities/deliveries/admin-order'
import { capitalize } from '@/lib/format'
import { spreadsheetFlaw } from '@/lib/spreadsheet-flaw'
import { hasVisible } from '@/lib/text'
import { isWebAddress } from '@/lib/web-address'

type Props = {
  delivery: DeliveryDraft
  hasMessage?: boolean
  /** A key goes to one order (D52). */
  hasKey?: boolean
}

/** What an admin delivers by hand: its kind, and the text, link or key (D33). */
export function ContentFields({ delivery, hasMessage = false, hasKey = true }: Props) {
  const { value, problem, fields, change } = delivery
  if (!value) return null
  return (
    <div className="grid gap-4 md:grid-cols-[140px_minmax(0,1fr)]">
      <SelectField
        label="Kind"
        value={value.kind}
        onChange={({ target }) => change({ kind: target.value as ManualDelivery['kind'] })}
      >
        {manualKinds
          .filter((kind) => hasKey || kind !== 'key')
          .map((kind) => (
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

type Problem = { field: 'content' | 'message'; text: string }

const nothing: ManualDelivery = { kind: 'text', content: '', message: '' }

/** What is typed to be delivered (D33); the content begins empty, whatever was delivered before (D52). */
export function useDeliveryDraft(template?: Partial<Omit<ManualDelivery, 'content'>>) {
  const [typed, setTyped] = useState<ManualDelivery | 'none'>()
  const [problem, setProblem] = useState<Problem>()
  const first = { ...nothing, ...template }
  const value = typed === 'none' ? undefined : (typed ?? (template && first))
  const fields = {
    content: useRef<HTMLTextAreaElement>(null),
    message: useRef<HTMLTextAreaElement>(null),
  }

  /** Whether it can be sent; shows and focuses what is wrong. */
  function check(): boolean {
    const found = value && problemIn(value)
    setProblem(found)
    if (found) fields[found.field].current?.focus()
    return found === undefined
  }

  return {
    value,
    problem,
    fields,
    content: value && (hasVisible(value.content) || hasVisible(value.message)) ? value : undefined,
    change(to: Partial<ManualDelivery>) {
      setProblem(undefined)
      setTyped({ ...(value ?? first), ...to })
    },
    add: () => setTyped(first),
    leaveOut() {
      setProblem(undefined)
      setTyped('none')
    },
    check,
  }
}

export type DeliveryDraft = ReturnType<typeof useDeliveryDraft>

function problemIn({ kind, content, message }: ManualDelivery): Problem | undefined {
  if (kind === 'message')
    return hasVisible(message) ? undefined : { field: 'message', text: 'Enter the message.' }
  if (!hasVisible(content)) return { field: 'content', text: `Enter the ${kind} that is delivered.` }
  const flaw = kind === 'key' && spreadsheetFlaw(content.trim())
  if (flaw) return { field: 'content', text: `${flaw}.` }
  return kind === 'link' && !isWebAddress(content.trim())
    ? { field: 'content', text: 'Enter an address that starts with https:// or http://.' }
    : undefined
}
