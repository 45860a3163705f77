import type { ReactNode } from 'react'

type Props = {
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 py-12 text-center [overflow-wrap:anywhere]">
      <svg
        viewBox="0 0 96 60"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        className="mb-2.5 w-24 text-line-control"
      >
        <path d="M8 24.5h80M8 38.5h80" />
        <path d="M62.5 8v44M76.5 8v44" opacity=".6" />
        <path d="M8 8.5h80M8 50.5h80M8 53.5h80" stroke="var(--ink)" />
      </svg>
      <p className="text-base font-semibold">{title}</p>
      {children ? <div className="max-w-[44ch] text-ink-muted">{children}</div> : null}
      {action ? <div className="mt-3.5">{action}</div> : null}
    </div>
  )
}
