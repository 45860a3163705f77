import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { PageTitle } from '@/components/ui/page-header'
import { useSignOut } from '@/entities/session/session'
import { type AuthMode, paths } from '@/lib/paths'

/** All but the first view take the focus. */
export const ViewShown = createContext<RefObject<boolean>>({ current: false })

export function ViewHeader({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const shown = useContext(ViewShown)
  const [switched] = useState(() => shown.current || key !== 'default')

  useLayoutEffect(() => {
    shown.current = true
    if (switched) heading.current?.focus()
  }, [switched, shown])

  return (
    <div className="mb-7">
      <PageTitle>{title}</PageTitle>
      <h1
        ref={heading}
        tabIndex={-1}
        className="font-serif text-2xl/[2.75rem] font-medium tracking-[-.018em] text-balance focus-visible:outline-none max-md:text-[2.125rem]/[2.375rem]"
      >
        {title}
      </h1>
      <p className="mt-2.5 text-base text-ink-muted [overflow-wrap:anywhere]">{children}</p>
    </div>
  )
}

export function ViewLinks({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-[18px] text-ink-muted max-md:gap-5 [&_.link]:max-md:-my-3 [&_.link]:max-md:inline-block [&_.link]:max-md:py-3">
      {children}
    </div>
  )
}

export function BackToSignIn({ to }: { to: string }) {
  return (
    <ViewLinks>
      <p>
        <Link className="link" to={to}>
          Back to Sign In
        </Link>
      </p>
    </ViewLinks>
  )
}

/** Ends the session of a view that waits for something more, and opens the sign-in; a failure is toasted and changes nothing. */
export function SignOutAndBack() {
  const { go } = useViews()
  const signOut = useSignOut()
  return (
    <p>
      <button
        type="button"
        className="link"
        onClick={() =>
          signOut.mutateAsync().then(
            () => go('signin', { replace: true }),
            () => undefined,
          )
        }
      >
        Back to Sign In
      </button>
    </p>
  )
}

type SubmitProps = Required<Pick<ComponentProps<typeof Button>, 'busy' | 'busyLabel' | 'children'>>

export function SubmitButton(props: SubmitProps) {
  return <Button type="submit" variant="primary" size="lg" block {...props} />
}

export function useViews() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const next = query.get('next') ?? undefined
  const to = (mode: AuthMode) => paths.auth({ mode, next })
  return {
    to,
    go: (mode: AuthMode, options?: { replace: boolean }) => void navigate(to(mode), options),
  }
}
