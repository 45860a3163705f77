import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { brand } from '@/lib/brand'

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('flex-none', className)}>
      <path
        fill="currentColor"
        d="M2 22v-8h3v-4h3V6h2.5V2.5h3V6H16v4h3v4h3v8h-6.6v-4.6a3.4 3.4 0 0 0-6.8 0V22z"
      />
    </svg>
  )
}

type Props = { to: string; markOnly?: boolean; className?: string; markClassName?: string }

export function Brand({ to, markOnly = false, className, markClassName = 'text-accent' }: Props) {
  return (
    <Link
      to={to}
      className={clsx(
        'inline-flex items-center gap-2.5 max-md:min-h-11 max-md:min-w-11 max-md:justify-center font-serif text-[1.3125rem]/none font-semibold tracking-[-.005em] no-underline',
        className,
      )}
    >
      <Mark className={clsx('size-6', markClassName)} />
      <span className={markOnly ? 'sr-only' : 'pt-0.5'}>{brand.name}</span>
    </Link>
  )
}
