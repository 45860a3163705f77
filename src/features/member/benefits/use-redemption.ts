import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toastError, toastSuccess } from '@/components/ui/toast'
import type { OfferedBenefit } from '@/entities/benefits/benefit'
import { orderRefusal } from '@/entities/orders/messages'
import { usePlaceOrder } from '@/entities/orders/place-order'
import { paths } from '@/lib/paths'

type Props = {
  benefit: OfferedBenefit
  balance: number
  onBadEmail: (sentence: string) => void
  onPlaced: () => void
}

/** One order id for all retries, so that a member is charged once (D3). */
export function useRedemption({ benefit, balance, onBadEmail, onPlaced }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [price, setPrice] = useState(benefit.token_value)
  const [problem, setProblem] = useState<string>()
  const [ended, setEnded] = useState<string>()
  // The confirmed balance: live updates may arrive before the response.
  const [confirmedBalance, setConfirmedBalance] = useState<number>()
  const sending = useRef(false)
  const { mutateAsync } = usePlaceOrder()
  const navigate = useNavigate()

  async function place(email: string) {
    if (sending.current) return
    sending.current = true
    setConfirmedBalance(balance)
    setProblem(undefined)
    try {
      const order = await mutateAsync({ id, benefit, price, email })
      const open = () => navigate(paths.orderOf(order.id))
      const isDelivered = order.delivery_method !== 'manual'
      toastSuccess(
        'Order Placed Successfully!',
        `${order.benefit_name ?? benefit.name} will be delivered to ${order.redemption_email ?? email}.`,
        isDelivered ? undefined : { label: 'View order', onClick: open },
      )
      onPlaced()
      if (isDelivered) open()
    } catch (error) {
      sending.current = false
      refuse(error)
    }
  }

  function refuse(error: unknown) {
    const { title, description, sentence, at, price: today, ended: end } = orderRefusal(error)
    setConfirmedBalance(undefined)
    toastError(title, description)
    if (today !== undefined) setPrice(today)
    setEnded(end)
    if (at === 'email') onBadEmail(sentence ?? description)
    else setProblem(sentence)
  }

  return {
    place,
    placing: confirmedBalance !== undefined,
    price,
    balance: confirmedBalance ?? balance,
    problem,
    ended,
  }
}
