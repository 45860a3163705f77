import { CodeField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { redeemFieldError } from '@/entities/codes/messages'
import {
  emptyRedeemCode,
  type RedeemCodeInput,
  redeemCodeSchema,
  useRedeemCode,
} from '@/entities/codes/redeem'
import { formatCount } from '@/lib/format'

type Props = {
  submit: 'Redeem code' | 'Add tokens'
  large?: boolean
  onRedeemed?: (tokens: number) => void
}

export function CodeForm({ submit, large = false, onRedeemed }: Props) {
  const redeem = useRedeemCode()
  const { field, handleSubmit, reset, setError, setFocus, formState } = useZodForm(
    redeemCodeSchema,
    emptyRedeemCode,
  )

  function send({ code }: RedeemCodeInput) {
    redeem.mutate(code, {
      onSuccess: ({ token_value }) => {
        toastSuccess('Code Redeemed Successfully!', `You've received ${formatCount(token_value, 'token')}.`)
        onRedeemed?.(token_value)
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
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-4">
      <CodeField
        large={large}
        label="Token code"
        placeholder="8 letters and digits"
        hint={large ? 'Not case-sensitive. Up to ten attempts per minute.' : undefined}
        {...field('code')}
      />
      <Button
        type="submit"
        variant="primary"
        size={large ? 'lg' : undefined}
        block
        busy={formState.isSubmitting || redeem.isPending}
        busyLabel="Redeeming..."
      >
        {submit}
      </Button>
    </form>
  )
}
