import { useRef, useState } from 'react'
import type { ManualDelivery } from '@/entities/deliveries/admin-order'
import { hasVisible } from '@/lib/text'
import { isWebAddress } from '@/lib/web-address'

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
  return kind === 'link' && !isWebAddress(content.trim())
    ? { field: 'content', text: 'Enter an address that starts with https:// or http://.' }
    : undefined
}
