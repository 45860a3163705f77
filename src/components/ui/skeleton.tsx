import clsx from 'clsx'
import type { CSSProperties } from 'react'

type Props = { className?: string; style?: CSSProperties }

export function Skeleton({ className, style }: Props) {
  return (
    <span
      aria-hidden="true"
      style={style}
      className={clsx(
        'block rounded-sm bg-line motion-safe:animate-[breathe_1.6s_ease-in-out_infinite_alternate]',
        className,
      )}
    />
  )
}
