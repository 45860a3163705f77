import clsx from 'clsx'
import type { ReactNode } from 'react'

type Tone = 'plain' | 'solid' | 'good' | 'warning' | 'token'
type Props = { tone?: Tone; icon?: ReactNode; children: ReactNode }

const tones: Record<Tone, string> = {
  plain: 'border-line-strong bg-surface-raised text-ink-2',
  solid: 'border-accent bg-accent text-on-accent',
  good: 'border-accent-line bg-accent-soft text-accent',
  warning: 'border-transparent bg-warning-soft text-warning',
  token: 'figures border-token-line bg-token-soft font-semibold text-token',
}

export function Tag({ tone = 'plain', icon, children }: Props) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-[22px] max-w-full items-center gap-[5px] rounded-md border px-[7px] text-xs font-medium whitespace-nowrap [&>svg]:size-[13px]',
        tones[tone],
      )}
    >
      {icon}
      <span className="contents">{children}</span>
    </span>
  )
}
