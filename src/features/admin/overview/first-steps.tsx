import { CircleCheck, CircleDashed, X } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '@/components/ui/button'
import { useOverviewCounts, useToday } from '@/entities/overview/overview'
import { ownFactors } from '@/entities/session/assurance'
import { useUser } from '@/entities/session/session'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { browserStorage } from '@/lib/storage'

/** The way from an empty installation to the first order; gone when all is done, or once it is dismissed. */
export function FirstSteps() {
  const { data: today } = useToday()
  const { data: counts } = useOverviewCounts()
  // Of each admin: several may share a browser.
  const dismissedKey = `guildhall-first-steps-dismissed-${useUser().id}`
  const [dismissed, setDismissed] = useState(() => browserStorage.getItem(dismissedKey) !== null)
  if (!today || !counts || dismissed || counts.orders > 0) return null
  const steps = [
    {
      title: 'Create a benefit',
      text: 'Members see nothing to spend tokens on until there is one.',
      isDone: counts.active_benefits > 0,
      action: 'Add Benefit',
      to: `${paths.adminBenefits}?new`,
    },
    {
      title: 'Invite people',
      text: 'Nobody can join without an invitation.',
      isDone: today.has_invited,
      action: 'Invite people',
      to: `${paths.adminInviteCodes}?view=invitations&invite`,
    },
    {
      title: 'Add a logo',
      text: 'For emails. PNG, up to 512 KB.',
      isDone: today.has_logo,
      action: 'Add a logo',
      to: paths.adminEmailBranding,
    },
    {
      title: 'Send yourself an email',
      text: `It shows that the emails of ${brand.name} arrive.`,
      isDone: today.has_sent_email,
      action: 'Send a test',
      to: paths.adminEmailBranding,
    },
    {
      title: 'Set up your second factor',
      text: 'A password alone should not be enough for an admin.',
      isDone: ownFactors().length > 0,
      action: 'Set it up',
      to: paths.profile,
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  const next = steps.findIndex(({ isDone }) => !isDone)

  function dismiss() {
    browserStorage.setItem(dismissedKey, '')
    setDismissed(true)
  }

  return (
    <section aria-labelledby="first-steps" className="mb-9">
      <div className="mb-2 flex min-h-[34px] flex-wrap items-center gap-x-4">
        <h2 id="first-steps" className="text-base font-semibold">
          First steps
        </h2>
        <p className="figures text-ink-muted">{`${done} of ${steps.length} done`}</p>
        <Button size="sm" variant="quiet" className="ml-auto" icon={<X />} onClick={dismiss}>
          Dismiss
        </Button>
      </div>
      <ol className="border-t border-ink">
        {steps.map(({ title, text, isDone, action, to }, index) => (
          <li
            key={title}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-5 border-b border-line px-3 py-2 max-md:grid-cols-[auto_minmax(0,1fr)] max-md:gap-y-2 max-md:px-0"
          >
            {isDone ? (
              <CircleCheck aria-label="Done" className="size-[18px] text-positive" />
            ) : (
              <CircleDashed aria-label="Open" className="size-[18px] text-ink-muted" />
            )}
            <p className="min-w-0">
              <b className={isDone ? 'block font-normal text-ink-muted' : 'block font-semibold'}>{title}</b>
              <span className="text-xs text-ink-muted">{text}</span>
            </p>
            <LinkButton
              size="sm"
              variant={isDone ? 'quiet' : index === next ? 'primary' : 'secondary'}
              className="min-w-[132px] justify-center max-md:col-start-2"
              to={to}
            >
              {isDone ? 'Change' : action}
            </LinkButton>
          </li>
        ))}
      </ol>
    </section>
  )
}
