import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Props = { label: ReactNode; hint: ReactNode; Icon: LucideIcon } & (
  | { to: string }
  | { onClick: () => void }
)

const style =
  'flex w-full items-center gap-3.5 px-3 py-[11px] text-left no-underline -outline-offset-2 transition-colors hover:bg-surface-hover'

export function ActionLink({ label, hint, Icon, ...action }: Props) {
  const content = (
    <>
      <Icon aria-hidden="true" className="flex-none text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{label}</span>
        <span className="block truncate text-xs text-ink-muted">{hint}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 flex-none text-ink-muted" />
    </>
  )
  return (
    <li className="min-w-0 border-b border-line">
      {'to' in action ? (
        <Link to={action.to} className={style}>
          {content}
        </Link>
      ) : (
        <button type="button" aria-haspopup="dialog" className={style} onClick={action.onClick}>
          {content}
        </button>
      )}
    </li>
  )
}
