import clsx from 'clsx'
import { MailWarning } from 'lucide-react'
import { ResendButton } from './resend-button'

export function ResendConfirmation({ email, className }: { email: string; className?: string }) {
  return (
    <div className={clsx('flex gap-2.5 rounded bg-warning-soft px-3 py-3', className)}>
      <MailWarning aria-hidden="true" className="mt-px text-warning" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p role="alert">
          <strong className="block font-semibold">Confirm your email first</strong>
          <span className="text-ink-2">
            We sent a link to {email}. It works once and expires after an hour.
          </span>
        </p>
        <div className="mt-2.5">
          <ResendButton email={async () => email} />
        </div>
      </div>
    </div>
  )
}
