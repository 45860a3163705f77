import { useRef, useState } from 'react'
import { toastError, toastSuccess } from '@/components/ui/toast'
import type { Benefit } from '@/entities/benefits/benefit'
import { orderRefusal } from '@/entities/orders/messages'
import { usePlaceOrder } from '@/entities/orders/place-order'

type Props = {
  benefit: Benefit
  balance: number
  onBadEmail: (sentence: string) => void
  onPlaced: () => void
}

/** One order id for all retries, so that a member is charged once (D3). */
export function useRedemption({ benefit, balance, onBadEmail, onPlaced }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [price, setPrice] = useState(benefit.token_value)
  const [notice, setNotice] = useState<string>()
  const [gone, setGone] = useState(false)
  // The confirmed balance: live updates may arrive before the response.
  const [agreed, setAgreed] = useState<number>()
  const sending = useRef(false)
  const { mutateAsync } = usePlaceOrder()

  async function place(email: string) {
    if (sending.current) return
    sending.current = true
    setAgreed(balance)
    setNotice(undefined)
    try {
      const order = await mutateAsync({ id, benefit, price, email })
      toastSuccess(
        'Order Placed Successfully!',
        `${order.benefit_name ?? benefit.name} will be delivered to ${order.redemption_email ?? email}.`,
      )
      onPlaced()
    } catch (error) {
      sending.current = false
      refuse(error)
    }
  }

  function refuse(error: unknown) {
    const { title, description, sentence, at, price: today, gone: isGone } = orderRefusal(error)
    setAgreed(undefined)
    toastError(title, description)
    if (today !== undefined) setPrice(today)
    if (isGone) setGone(true)
    if (at === 'email') onBadEmail(sentence ?? description)
    else setNotice(sentence)
  }

  return { place, placing: agreed !== undefined, price, balance: agreed ?? balance, notice, gone }
}
