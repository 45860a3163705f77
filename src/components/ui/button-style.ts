import clsx from 'clsx'

export type ButtonVariant = 'primary' | 'secondary' | 'accent' | 'quiet' | 'danger' | 'danger-quiet'
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
