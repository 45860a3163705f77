import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Dialog } from '@/components/dialog/dialog'
import { BenefitImage } from '@/components/domain/benefit-image'
import { Coin } from '@/components/domain/coin'
import { TokenWord } from '@/components/domain/token-word'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { WithName } from '@/components/ui/with-name'
import type { OfferedBenefit } from '@/entities/benefits/benefit'
import { methodText } from '@/entities/deliveries/method'
import { deliverySchema } from '@/entities/orders/schemas'
import { brand } from '@/lib/brand'
import { formatNumber } from '@/lib/format'
import { CostSummary } from './cost-summary'
import { useRedemption } from './use-redemption'

type Props = {
  benefit: OfferedBenefit
  balance: number
  email: string
  onClose: () => void
}

export function RedeemDialog({ benefit, balance, email, onClose }: Props) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(deliverySchema),
    defaultValues: { email },
  })
  const redemption = useRedemption({
    benefit,
    balance,
    onBadEmail: (message) => setError('email', { message }, { shouldFocus: true }),
    onPlaced: onClose,
  })
  const { price, placing, problem, ended } = redemption
  const short = redemption.balance < price

  return (
    <Dialog
      title={<WithName text={`Redeem ${benefit.name}`} name={benefit.name} />}
      // Closing would lose the id that makes retries safe.
      onClose={() => placing || onClose()}
      onSubmit={handleSubmit((values) => redemption.place(values.email))}
      footer={
        <>
          <Button variant="quiet" onClick={() => placing || onClose()}>
            {ended ? 'Close' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={ended !== undefined || short}
            busy={placing}
            busyLabel="Redeeming..."
          >
            {ended ? (
              ended
            ) : short ? (
              'Not Enough Tokens'
            ) : (
              <>
                Redeem for <Coin className="size-4 !text-current" /> {formatNumber(price)}
                <TokenWord value={price} />
              </>
            )}
          </Button>
        </>
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
        error={formState.errors.email?.message}
        {...register('email')}
      />
      {problem ? (
        <p role="alert" className="rounded border border-danger-line bg-danger-soft px-4 py-3 font-medium">
          {problem}
        </p>
      ) : null}
    </Dialog>
  )
}
