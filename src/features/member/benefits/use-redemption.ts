import { useRef, useState } from 'react'
import { toastError, toastSuccess } from '@/components/ui/toast'
import type { Benefit } from '@/entities/benefits/catalogue'
import { usePlaceOrder } from '@/entities/orders/place-order'
import { orderRefusal } from './refusal'

type Props = {
  benefit: Benefit
  balance: number
  /** The server refused the address. */
  onBadEmail: (sentence: string) => void
  onPlaced: () => void
}

/** One redemption from the opened dialog to the placed order: its id is kept through every retry (D3). */
export function useRedemption({ benefit, balance, onBadEmail, onPlaced }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [price, setPrice] = useState(benefit.token_value)
  const [notice, setNotice] = useState<string>()
  const [gone, setGone] = useState(false)
  // The new balance arrives before the answer does: until then the sum stays the one that was agreed to.
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
