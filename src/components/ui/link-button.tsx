import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { type ButtonLook, buttonStyle } from './button-style'

type Props = Omit<LinkProps, 'className'> & ButtonLook & { icon?: ReactNode }

export function LinkButton({ variant, size, block, className, icon, children, ...link }: Props) {
  return (
    <Link {...link} className={buttonStyle({ variant, size, block, className })}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  )
}
