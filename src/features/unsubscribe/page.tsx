import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Brand } from '@/components/domain/brand'
import { FormProblem } from '@/components/form/field'
import { textParam } from '@/components/list/use-url-state'
import { Button, LinkButton } from '@/components/ui/button'
import { PageTitle } from '@/components/ui/page-header'
import { adminGroups, memberGroups, useUnsubscribe } from '@/entities/notifications/preferences'
import { explainError } from '@/lib/errors'
import { paths } from '@/lib/paths'

const address = 'address'

/** Works signed out, with the link of an email. Opening it changes nothing: email clients open links too. */
export function UnsubscribePage() {
  const [query] = useSearchParams()
  const stop = useUnsubscribe()
  const token = textParam(query.get('token'))
  const invited = token.split('.')[1] === address
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] px-5 py-7 md:px-10">
      <PageTitle>Unsubscribe</PageTitle>
      <header>
        <Brand to={paths.home} />
      </header>
      <main className="m-auto grid w-full max-w-[440px] justify-items-start gap-4 pb-24">
        {stop.isSuccess ? (
          <Outcome group={stop.data} />
        ) : (
          <>
            <Heading>Stop these emails?</Heading>
            <p className="text-base text-ink-muted">
              {invited
                ? 'No invitations will be sent to your address any more.'
                : 'Emails like the one that led here will no longer be sent to you. What happens still appears in your notifications when you sign in, and the email with a delivery is always sent.'}
            </p>
            <FormProblem>
              {stop.isError
                ? `The emails could not be stopped. ${explainError(stop.error) ?? 'Please try again.'}`
                : null}
            </FormProblem>
            <Button
              variant="primary"
              size="lg"
              busy={stop.isPending}
              busyLabel="Unsubscribing..."
              onClick={() => stop.mutate(token)}
            >
              Unsubscribe
            </Button>
          </>
        )}
      </main>
    </div>
  )
}

function Outcome({ group }: { group: string | undefined }) {
  if (group === address)
    return (
      <>
        <Heading focused>Invitations are off</Heading>
        <p className="text-base text-ink-muted">Nobody can invite your address any more.</p>
      </>
    )
  const label = [...memberGroups, ...adminGroups].find(({ id }) => id === group)?.label.toLowerCase()
  return (
    <>
      <Heading focused>
        {group === undefined ? 'This link is not valid' : `Emails about ${label ?? 'this'} are off`}
      </Heading>
      <p className="text-base text-ink-muted">
        {group === undefined
          ? 'Your email program may have cut it off, so nothing was changed. Sign in to choose which emails you get.'
          : 'You can turn them on again in Your Profile.'}
      </p>
      <LinkButton to={paths.notificationSettings()}>Notification settings</LinkButton>
    </>
  )
}

function Heading({ focused = false, children }: { focused?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <h1 ref={heading} tabIndex={-1} className="display text-2xl outline-none max-md:text-xl">
      {children}
    </h1>
  )
}
