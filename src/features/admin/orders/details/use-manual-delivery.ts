import { useState } from 'react'
import { type ManualDelivery, useLastManualDelivery } from '@/entities/deliveries/last-manual'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { isWebAddress } from '@/lib/web-address'

const nothing: ManualDelivery = { kind: 'text', content: '', message: '' }

/** The content to deliver: initially `last`, then what is typed (D33). */
export function useDeliveryDraft(last?: ManualDelivery | null) {
  const [typed, setTyped] = useState<ManualDelivery | 'none'>()
  const [problem, setProblem] = useState<string>()
  const current = typed ?? last ?? 'none'
  const value = current === 'none' ? undefined : current
  const isEmpty = !value || (value.content.trim() === '' && value.message.trim() === '')
  const isWrong =
    !isEmpty && value.kind === 'link' && value.content.trim() !== '' && !isWebAddress(value.content.trim())

  return {
    value,
    isLast: typed === undefined && value !== undefined,
    problem,
    content: isEmpty ? undefined : value,
    change(to: Partial<ManualDelivery>) {
      setProblem(undefined)
      setTyped({ ...(value ?? nothing), ...to })
    },
    add: () => setTyped(nothing),
    leaveOut: () => setTyped('none'),
    /** Whether it can be sent; shows errors. */
    check(): boolean {
      if (isWrong) setProblem('Enter an address that starts with https:// or http://.')
      return !isWrong
    },
  }
}

/** Starts with what was last delivered for the benefit. Undefined if 'Delivered' delivers no content. */
export function useManualDelivery(order: AdminOrder | null | undefined) {
  const applies = order?.delivery_method === 'manual' && order.status !== 'delivered'
  const draft = useDeliveryDraft(useLastManualDelivery(applies ? order.benefit_id : null).data)
  return applies ? draft : undefined
}

export type ManualDeliveryState = ReturnType<typeof useDeliveryDraft>
