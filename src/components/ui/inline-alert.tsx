import clsx from 'clsx'
import type { ReactNode } from 'react'

type Tone = 'plain' | 'good' | 'warning' | 'danger'
type Props = { tone?: Tone; icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode }

const tones: Record<Tone, string> = {
  plain: 'bg-surface-sunk',
  good: 'bg-accent-soft [&>.lucide]:text-accent',
  warning: 'bg-warning-soft [&>.lucide]:text-warning',
  danger: 'bg-danger-soft [&>.lucide]:text-danger',
}

/** Not dismissible. */
export function InlineAlert({ tone = 'plain', icon, title, children, action }: Props) {
  return (
    <div
      className={clsx(
        'flex items-start gap-3 rounded px-3.5 py-3 text-ink-2 max-md:flex-wrap [&>.lucide]:mt-px',
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold text-ink">{title}</p>
        <div className="contents">{children}</div>
      </div>
      {action ? <div className="self-center max-md:w-full [&>*]:max-md:w-full">{action}</div> : null}
    </div>
  )
}
