import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

type ButtonVariant = 'primary' | 'secondary' | 'accent' | 'quiet' | 'danger' | 'danger-quiet'
export type ButtonSize = 'sm' | 'md' | 'lg'
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean; className?: string }

const off = 'disabled:border-line disabled:bg-surface-sunk'

const variants: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-accent text-on-accent act:bg-accent-hover ${off}`,
  secondary: `border-line-strong bg-surface-raised text-ink act:border-line-control act:bg-surface-hover ${off}`,
  accent: `border-accent-line bg-surface-raised text-accent act:border-accent act:bg-accent-soft ${off}`,
  quiet: 'border-transparent text-ink-2 act:bg-surface-hover act:text-ink',
  danger: `border-transparent bg-danger text-on-danger act:bg-danger-hover ${off}`,
  'danger-quiet': 'border-transparent text-danger act:bg-danger-soft',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-[34px] px-3 text-[0.8125rem] max-md:min-h-11 max-md:text-sm',
  md: 'min-h-10 px-4 text-sm max-md:min-h-11',
  lg: 'min-h-12 px-[22px] text-base',
}

export function buttonStyle({ variant = 'secondary', size = 'md', block, className }: ButtonLook): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded border leading-[1.2] font-semibold no-underline transition-colors select-none',
    'focus-visible:rounded disabled:cursor-not-allowed disabled:text-ink-muted aria-disabled:cursor-default',
    variants[variant],
    sizes[size],
    // As wide as its label, which wraps where there is not that much room.
    block ? 'w-full' : 'max-w-full shrink-0',
    className,
  )
}

type Props = { label: string; className?: string }

export function Ring({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className={clsx('size-4 flex-none animate-[spin-once_.8s_linear_infinite]', className)}
    >
      <circle cx="50%" cy="50%" r="44%" pathLength="4" strokeDasharray="3 1" strokeDashoffset="-.5" />
    </svg>
  )
}

export function Spinner({ label, className }: Props) {
  return (
    <div role="status" className={clsx('grid place-items-center py-16 text-accent', className)}>
      <Ring className="size-6" />
      <span className="sr-only">{label}</span>
    </div>
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    icon?: ReactNode
    /** Keeps focus and width, ignores clicks. */
    busy?: boolean
    busyLabel?: string
    /** Says in place that it was done. */
    done?: boolean
    doneLabel?: string
  }

export function Button({
  variant,
  size,
  block,
  className,
  icon,
  busy = false,
  busyLabel,
  done = false,
  doneLabel,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={buttonStyle({ variant, size, block, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={click}
    >
      {busyLabel === undefined && doneLabel === undefined ? (
        <Content icon={busy ? <Ring /> : icon}>{children}</Content>
      ) : (
        <span className="grid">
          <Content
            icon={busyLabel === undefined && busy ? <Ring /> : icon}
            hidden={done || (busy && busyLabel !== undefined)}
          >
            {children}
          </Content>
          {busyLabel === undefined ? null : (
            <Content icon={<Ring />} hidden={!busy}>
              {busyLabel}
            </Content>
          )}
          {doneLabel === undefined ? null : (
            <Content icon={<Check />} hidden={!done}>
              {doneLabel}
            </Content>
          )}
        </span>
      )}
    </button>
  )
}

/** The labels share a grid cell, so the widest one sets the width. */
function Content({
  icon,
  hidden = false,
  children,
}: {
  icon?: ReactNode
  hidden?: boolean
  children: ReactNode
}) {
  return (
    <span
      aria-hidden={hidden || undefined}
      className={clsx(
        'col-start-1 row-start-1 inline-flex items-center justify-center gap-2 [&>.lucide]:-ml-0.5 [&>.lucide]:size-[17px]',
        hidden && 'invisible',
      )}
    >
      {icon}
      <span className="contents">{children}</span>
    </span>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  'aria-label': string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
}

const widths: Record<ButtonSize, string> = {
  sm: 'w-[34px] max-md:w-11',
  md: 'w-10 max-md:w-11',
  lg: 'w-12',
}

export function IconButton({ icon, variant = 'quiet', size = 'sm', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={rest['aria-label']}
      {...rest}
      className={buttonStyle({ variant, size, className: clsx('icon-only !px-0', widths[size], className) })}
    >
      {icon}
    </button>
  )
}

type LinkButtonProps = Omit<LinkProps, 'className'> & ButtonLook & { icon?: ReactNode }

export function LinkButton({ variant, size, block, className, icon, children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={buttonStyle({ variant, size, block, className })}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  )
}
