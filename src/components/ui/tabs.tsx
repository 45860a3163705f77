import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { formatNumber } from '@/lib/format'

type Tab<Id extends string> = { id: Id; label: string; count?: number }
type Props<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  children: ReactNode
}

/** A count is part of the name: 'Available Codes (23)'. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: Props<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)

  // From the focused tab: at the next key, `value` may not have changed yet.
  function moveFocus(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => event.currentTarget.id === `${base}-${tab.id}`)
    const last = tabs.length - 1
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[id="${base}-${next.id}"]`)?.focus()
  }

  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-7 overflow-x-auto border-b border-line-strong [scrollbar-width:none] max-md:gap-6"
      >
        {tabs.map(({ id, label: word, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === value}
            aria-controls={`${base}-panel`}
            tabIndex={id === value ? 0 : -1}
            onClick={() => onChange(id)}
            onKeyDown={moveFocus}
            className={clsx(
              'min-h-10 border-b-2 pb-px whitespace-nowrap -outline-offset-2 max-md:min-h-11',
              id === value
                ? 'border-accent font-semibold text-ink'
                : 'border-transparent font-medium text-ink-muted hover:text-ink',
            )}
          >
            {count === undefined ? word : `${word} (${formatNumber(count)})`}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${value}`}>
        {children}
      </div>
    </div>
  )
}
