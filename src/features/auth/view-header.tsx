import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useLocation } from 'react-router-dom'
import { PageTitle } from '@/components/ui/page-title'

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
