import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '@/lib/brand'
import { WithName } from './with-name'

export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${brand.name}`}</title>
}

type Props = {
  title: string
  /** Isolated as <bdi>. */
  name?: string
  badge?: ReactNode
  picture?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** Above a long list, which begins soon after it. */
  dense?: boolean
}

/** Sets the document title; focused after a navigation. */
export function PageHeader({ title, name, badge, picture, subtitle, actions, dense }: Props) {
  return (
    <header
      className={
        dense
          ? 'relative -mt-4 mb-1 flex items-start gap-x-6 max-md:-mt-3 max-md:[&_h1]:min-h-11 max-md:[&_h1]:max-w-[calc(100%-9rem)] max-md:[&_h1]:content-center max-md:[&_h1]:text-lg'
          : 'mb-7 flex flex-wrap items-end gap-x-6 gap-y-4 max-md:mb-5 max-md:block'
      }
    >
      <PageTitle>{title}</PageTitle>
      <div className="flex min-w-0 flex-[1_1_18rem] items-start gap-5 max-md:gap-3.5">
        {picture}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1">
            <h1
              tabIndex={-1}
              className="min-w-0 text-xl font-semibold tracking-[-.018em] [overflow-wrap:anywhere] focus-visible:outline-none"
            >
              <WithName text={title} name={name} />
            </h1>
            {badge}
          </div>
          {subtitle ? <p className="mt-0.5 max-w-[70ch] text-ink-muted">{subtitle}</p> : null}
        </div>
      </div>
      {actions ? (
        <div
          className={
            dense
              ? 'ml-auto flex items-center gap-2.5 max-md:absolute max-md:top-0 max-md:right-0'
              : 'ml-auto flex items-center gap-2.5 max-md:mt-4 max-md:flex-wrap max-md:[&>*]:flex-[1_1_8.25rem]'
          }
        >
          {actions}
        </div>
      ) : null}
    </header>
  )
}

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="hit-area mb-4 !inline-flex items-center gap-1.5 font-medium text-ink-muted no-underline hover:text-ink"
    >
      <ArrowLeft className="!size-4" />
      {children}
    </Link>
  )
}
