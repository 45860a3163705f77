import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style'

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
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

export function IconButton({ icon, variant = 'quiet', size = 'sm', className, ...rest }: Props) {
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
