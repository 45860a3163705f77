import { Button } from '@/components/ui/button'
import type { ButtonLook } from '@/components/ui/button-style'
import { toastSuccess } from '@/components/ui/toast'
import { useResendConfirmation } from '@/entities/session/auth'
import { sessionToasts } from '@/entities/session/messages'
import { errorCode } from '@/lib/errors'
import { startResendCooldown, useResendCooldown } from './use-resend-cooldown'

type Props = {
  /** Undefined if the input is invalid. */
  email: () => Promise<string | undefined>
  look?: ButtonLook
}

/** Disabled during the cooldown that the server enforces too (D15). */
export function ResendButton({ email, look }: Props) {
  const { mutateAsync, isPending } = useResendConfirmation()
  const seconds = useResendCooldown()

  async function send() {
    const to = await email()
    if (!to) return
    try {
      await mutateAsync(to)
    } catch (error) {
      if (errorCode(error) === 'over_email_send_rate_limit') startResendCooldown()
      return
    }
    startResendCooldown()
    toastSuccess(...sessionToasts.confirmationSent)
  }

  return (
    <Button
      {...look}
      type="submit"
      disabled={seconds > 0}
      busy={isPending}
      busyLabel="Sending..."
      onClick={send}
    >
      {seconds > 0 ? `Send again in ${seconds} s` : 'Send a new link'}
    </Button>
  )
}
