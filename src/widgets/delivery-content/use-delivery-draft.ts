import { useState } from 'react'
import type { ManualDelivery } from '@/entities/deliveries/last-manual'
import { isWebAddress } from '@/lib/web-address'

const nothing: ManualDelivery = { kind: 'text', content: '', message: '' }

/** The content to deliver: initially `first`, then what is typed (D33). */
export function useDeliveryDraft(first?: ManualDelivery | null) {
  const [typed, setTyped] = useState<ManualDelivery | 'none'>()
  const [problem, setProblem] = useState<string>()
  const current = typed ?? first ?? 'none'
  const value = current === 'none' ? undefined : current
  const content = value?.content.trim() ?? ''
  const isEmpty = !value || (content === '' && value.message.trim() === '')

  /** Whether it can be sent; shows errors. With `missing`, the error of empty content, it is required. */
  function check(missing?: string): boolean {
    const isWrong = value?.kind === 'link' && content !== '' && !isWebAddress(content)
    const wrong = isWrong ? 'Enter an address that starts with https:// or http://.' : undefined
    const found = content === '' ? missing : wrong
    setProblem(found)
    return found === undefined
  }

  return {
    value,
    isFirst: typed === undefined && value !== undefined,
    problem,
    content: isEmpty ? undefined : value,
    change(to: Partial<ManualDelivery>) {
      setProblem(undefined)
      setTyped({ ...(value ?? nothing), ...to })
    },
    add: () => setTyped(nothing),
    leaveOut: () => setTyped('none'),
    check,
  }
}

export type DeliveryDraft = ReturnType<typeof useDeliveryDraft>
