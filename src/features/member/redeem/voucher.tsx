import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Balance } from '@/components/domain/balance'
import { TokenAmount } from '@/components/domain/token-amount'
import { CodeField } from '@/components/form/code-field'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import { redeemFieldError } from '@/entities/codes/messages'
import {
  emptyRedeemCode,
  type RedeemCodeInput,
  redeemCodeSchema,
  useRedeemCode,
} from '@/entities/codes/redeem'
import { useProfile } from '@/entities/profiles/own'
import { formatCount } from '@/lib/format'

export function Voucher() {
  const profile = useProfile()
  const redeem = useRedeemCode()
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm({
    resolver: zodResolver(redeemCodeSchema),
    defaultValues: emptyRedeemCode,
  })

  function submit({ code }: RedeemCodeInput) {
    redeem.mutate(code, {
      onSuccess: ({ token_value }) => {
        toastSuccess('Code Redeemed Successfully!', `You've received ${formatCount(token_value, 'token')}.`)
        reset()
      },
      onError: (error) => {
        const message = redeemFieldError(error, code)
        if (message) setError('code', { message }, { shouldFocus: true })
        else setFocus('code')
      },
    })
  }

  return (
    <section
      aria-label="Voucher"
      className="grid overflow-hidden rounded border border-line-strong bg-surface-raised @min-[640px]:grid-cols-[36px_minmax(0,1fr)_minmax(240px,auto)] @min-[960px]:grid-cols-[36px_minmax(0,1fr)_minmax(344px,auto)]"
    >
      <div
        aria-hidden="true"
        className="border-r border-line-strong bg-[url(/art/band-v.svg)] bg-[length:24px_48px] bg-center bg-repeat-y @max-[639px]:hidden"
      />
      <div
        aria-hidden="true"
        className="h-7 border-b border-line-strong bg-[url(/art/band.svg)] bg-[length:48px_24px] bg-[position:0_2px] bg-repeat-x @min-[640px]:hidden"
      />
      <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-4 p-5 md:p-8">
        <CodeField
          large
          label="Token code"
          placeholder="8 letters and digits"
          hint="Not case-sensitive. Up to ten attempts per minute."
          error={formState.errors.code?.message}
          {...register('code')}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={formState.isSubmitting || redeem.isPending}
          busyLabel="Redeeming..."
        >
          Redeem code
        </Button>
      </form>
      <div className="flex flex-col justify-center border-line-control bg-surface p-5 border-dashed md:p-8 @max-[639px]:border-t @min-[640px]:border-l">
        <p className="text-ink-muted">Your balance</p>
        {profile.data ? (
          <Balance value={profile.data.current_tokens} size="page" />
        ) : (
          <Skeleton className="mt-2 h-16 w-40" />
        )}
        {redeem.data ? (
          <p className="mt-3 flex justify-between gap-3 text-ink-2">
            Received just now <TokenAmount value={redeem.data.token_value} signed bare />
          </p>
        ) : null}
      </div>
    </section>
  )
}
