import clsx from 'clsx'
import { Mail, MailWarning } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button, type ButtonLook } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { useResendConfirmation, useSendReset } from '@/entities/session/auth'
import { sessionToasts } from '@/entities/session/messages'
import { errorCode } from '@/lib/errors'
import { tabStorage } from '@/lib/storage'
import { useViews } from './view'

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
      waitIfLimited(error)
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

export function ResendConfirmation({ email, className }: { email: string; className?: string }) {
  return (
    <div className={clsx('flex gap-2.5 rounded bg-warning-soft px-3 py-3', className)}>
      <MailWarning className="mt-px text-warning" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p role="alert">
          <strong className="block font-semibold">Confirm your email first</strong>
          <span className="text-ink-2">
            We sent a link to <span translate="no">{email}</span>. It works once and expires after an hour.
          </span>
        </p>
        <div className="mt-2.5">
          <ResendButton email={async () => email} />
        </div>
      </div>
    </div>
  )
}

/** Stays when the toast has gone. */
export function ResetSent({ email }: { email: string }) {
  const { to } = useViews()
  const { mutate, isPending } = useSendReset()
  const seconds = useResendCooldown()
  const [title, text] = sessionToasts.resetSent
  return (
    <div className="mb-5 flex gap-2.5 rounded bg-accent-soft px-3 py-3">
      <Mail className="mt-px flex-none text-accent" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p role="status">
          <strong className="block font-semibold">{title}</strong>
          <span className="text-ink-2">{`${text} The link works once, for an hour.`}</span>
        </p>
        <p className="mt-2 text-ink-muted">
          Nothing there?{' '}
          {seconds > 0 ? (
            <span>{`Send again in ${seconds} s`}</span>
          ) : (
            <button
              type="button"
              className="link"
              aria-disabled={isPending || undefined}
              onClick={() =>
                isPending || mutate(email, { onSuccess: startResendCooldown, onError: waitIfLimited })
              }
            >
              Send again
            </button>
          )}
          {', or '}
          <Link className="link" to={to('forgot')}>
            use another address
          </Link>
        </p>
      </div>
    </div>
  )
}

const key = 'guildhall-email-sent'
const cooldownMs = 60_000

function waitIfLimited(error: unknown) {
  if (errorCode(error) === 'over_email_send_rate_limit') startResendCooldown()
}

export function startResendCooldown() {
  tabStorage.setItem(key, String(Date.now()))
}

/** In seconds; survives reloads. */
function useResendCooldown(): number {
  const [seconds, setSeconds] = useState(secondsLeft)

  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [])

  return seconds
}

function secondsLeft(): number {
  const sent = Number(tabStorage.getItem(key))
  return Math.min(60, Math.max(0, Math.ceil((sent + cooldownMs - Date.now()) / 1000)))
}
