import type { ButtonSize } from '@/components/ui/button-style'
import { LinkButton } from '@/components/ui/link-button'
import { paths } from '@/lib/paths'

type Props = {
  size?: ButtonSize
  className?: string
  show?: 'both' | 'start' | 'start-first'
}

/** Signed in (`.signed-in` on the root element), links to the dashboard instead. */
export function EntryLinks({ size, className, show = 'both' }: Props) {
  const look = { size, className }
  const signIn = (
    <LinkButton {...look} to={paths.auth({ mode: 'signin' })} variant="quiet">
      Sign In
    </LinkButton>
  )
  return (
    <>
      <span className="contents member:hidden">
        {show === 'both' ? signIn : null}
        <LinkButton {...look} to={paths.auth({ mode: 'signup' })} variant="primary">
          Get Started
        </LinkButton>
        {show === 'start-first' ? signIn : null}
      </span>
      <span className="hidden member:contents">
        <LinkButton {...look} to={paths.dashboard} variant="primary">
          Dashboard
        </LinkButton>
      </span>
    </>
  )
}
