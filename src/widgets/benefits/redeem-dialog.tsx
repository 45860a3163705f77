import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { BenefitImage } from '@/components/domain/benefit-card'
import { Coin, TokenWord } from '@/components/domain/token-amount'
import { TextField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { LinkButton } from '@/components/ui/button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { WithName } from '@/components/ui/with-name'
import type { OfferedBenefit } from '@/entities/benefits/benefit'
import { methodText } from '@/entities/deliveries/delivery'
import { orderRefusal } from '@/entities/orders/messages'
import { usePlaceOrder } from '@/entities/orders/place-order'
import { deliverySchema } from '@/entities/orders/schemas'
import { brand } from '@/lib/brand'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { GetTokens } from '@/widgets/payments/get-tokens'
import { CostSummary } from './cost-summary'

type Props = {
  benefit: OfferedBenefit
  balance: number
  email: string
  onClose: () => void
}

export function RedeemDialog({ benefit, balance, email, onClose }: Props) {
  const { field, handleSubmit, setError } = useZodForm(deliverySchema, { email })
  const redemption = useRedemption({
    benefit,
    balance,
    onBadEmail: (message) => setError('email', { message }, { shouldFocus: true }),
    onPlaced: onClose,
  })
  const { price, isPlacing, problem, ended, needsPayment } = redemption
  const short = redemption.balance < price

  return (
    <Dialog
      title={<WithName text={`Redeem ${benefit.name}`} name={benefit.name} />}
      // Closing would lose the id that makes retries safe.
      busy={isPlacing}
      onClose={onClose}
      onSubmit={handleSubmit((values) => redemption.placeRedemption(values.email))}
      footer={
        <SubmitButtons
          cancel={ended ? 'Close' : 'Cancel'}
          disabled={ended !== undefined || short}
          busy={isPlacing}
          busyLabel="Redeeming..."
        >
          {ended ? (
            ended
          ) : short ? (
            'Not Enough Tokens'
          ) : (
            <>
              Redeem for <Coin className="size-4 !text-current" /> <span>{formatNumber(price)}</span>
              <TokenWord value={price} />
            </>
          )}
        </SubmitButtons>
      }
    >
      <div className="flex items-center gap-4">
        <BenefitImage src={benefit.image_url} size="medium" />
        <p className="max-h-40 min-w-0 overflow-auto text-ink-2 [overflow-wrap:anywhere]">
          {benefit.description}
        </p>
      </div>
      <CostSummary balance={redemption.balance} price={price} />
      <TextField
        label="Delivery email"
        type="email"
        autoComplete="email"
        hint={
          benefit.delivery_method === 'manual'
            ? `Processed within ${brand.pendingHours}. Cancelled orders are refunded.`
            : `${methodText(benefit.delivery_method)}, on the page of your order. A copy goes to this email.`
        }
        {...field('email')}
      />
      {short ? <GetTokens benefitId={benefit.id} /> : null}
      {problem ? (
        <p role="alert" className="rounded border border-danger-line bg-danger-soft px-4 py-3 font-medium">
          {problem}
        </p>
      ) : null}
      {needsPayment ? (
        <LinkButton to={paths.payThenRedeem(benefit.id)} variant="accent">
          Membership & Payments
        </LinkButton>
      ) : null}
    </Dialog>
  )
}

type Redemption = {
  benefit: OfferedBenefit
  balance: number
  onBadEmail: (sentence: string) => void
  onPlaced: () => void
}

/** One order id for all retries, so that a member is charged once (D3). */
function useRedemption({ benefit, balance, onBadEmail, onPlaced }: Redemption) {
  const [id] = useState(() => crypto.randomUUID())
  const [price, setPrice] = useState(benefit.token_value)
  const [problem, setProblem] = useState<string>()
  const [ended, setEnded] = useState<string>()
  const [needsPayment, setNeedsPayment] = useState(false)
  // The confirmed balance: live updates may arrive before the response.
  const [confirmedBalance, setConfirmedBalance] = useState<number>()
  const sending = useRef(false)
  const { mutateAsync } = usePlaceOrder()
  const navigate = useNavigate()

  async function placeRedemption(email: string) {
    if (sending.current) return
    sending.current = true
    setConfirmedBalance(balance)
    setProblem(undefined)
    try {
      const order = await mutateAsync({ id, benefit, price, email })
      toastSuccess(
        'Order Placed Successfully!',
        `${order.benefit_name ?? benefit.name} will be delivered to ${order.redemption_email ?? email}.`,
      )
      onPlaced()
      void navigate(paths.orderOf(order.id))
    } catch (error) {
      sending.current = false
      refuse(error)
    }
  }

  function refuse(error: unknown) {
    const { title, description, sentence, at, price: today, ended: end, pay = false } = orderRefusal(error)
    setConfirmedBalance(undefined)
    toastError(title, description)
    if (today !== undefined) setPrice(today)
    setEnded(end)
    setNeedsPayment(pay)
    if (at === 'email') onBadEmail(sentence ?? description)
    else setProblem(sentence)
  }

  return {
    placeRedemption,
    isPlacing: confirmedBalance !== undefined,
    price,
    balance: confirmedBalance ?? balance,
    problem,
    ended,
    needsPayment,
  }
}
