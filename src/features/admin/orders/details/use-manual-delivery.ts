import { useState } from 'react'
import { type ManualDelivery, useLastManualDelivery } from '@/entities/deliveries/last-manual'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { isWebAddress } from '@/lib/web-address'

const nothing: ManualDelivery = { kind: 'text', content: '', message: '' }

/** What 'Delivered' delivers: at first what was last delivered for the benefit (D33). Undefined where it delivers nothing. */
export function useManualDelivery(order: AdminOrder | null | undefined) {
  const applies = order?.delivery_method === 'manual' && order.status !== 'delivered'
  const last = useLastManualDelivery(applies ? order.benefit_id : null).data
  const [typed, setTyped] = useState<ManualDelivery | 'none'>()
  const [problem, setProblem] = useState<string>()
  if (!applies) return undefined
  const current = typed ?? last ?? 'none'
  const value = current === 'none' ? undefined : current

  return {
    value,
    isLast: typed === undefined && value !== undefined,
    problem,
    change(to: Partial<ManualDelivery>) {
      setProblem(undefined)
      setTyped({ ...(value ?? nothing), ...to })
    },
    add: () => setTyped(nothing),
    leaveOut: () => setTyped('none'),
    /** What to send; null if there is a mistake, which is shown. */
    check(): ManualDelivery | undefined | null {
      if (!value || (value.content.trim() === '' && value.message.trim() === '')) return undefined
      if (value.kind !== 'link' || value.content.trim() === '' || isWebAddress(value.content.trim()))
        return value
      setProblem('Enter an address that starts with https:// or http://.')
      return null
    },
  }
}

export type ManualDeliveryState = NonNullable<ReturnType<typeof useManualDelivery>>
