import type { ReactNode } from 'react'
import { formatCapped } from '@/components/list/format-capped'
import type { Selection } from './use-selection'

type Props = { selection: Omit<Selection, 'picked'> }

/** Extends a selection of the whole page to all matches; announced when it changes. */
export function SelectionLine({ selection }: Props) {
  const { all, page, pageSize, matching } = selection
  const total = matching && formatCapped(matching)
  return (
    <p
      className="flex min-h-5 flex-wrap items-center gap-x-3 text-ink-2 max-md:min-h-11 md:justify-end"
      role="status"
    >
      {all ? (
        <>
          <span>{`All ${total} that match are selected.`}</span>
          <InlineAction onClick={selection.clear}>Clear selection</InlineAction>
        </>
      ) : page === 'all' && matching && matching.value > pageSize ? (
        <>
          <span>{`All ${pageSize} on this page are selected.`}</span>
          <InlineAction onClick={selection.selectAll}>{`Select all ${total} that match`}</InlineAction>
        </>
      ) : page === 'none' && pageSize > 0 ? (
        // Cards have no header with a checkbox.
        <InlineAction className="@min-[45rem]:hidden" onClick={() => selection.setPage(true)}>
          {`Select all ${pageSize} on this page`}
        </InlineAction>
      ) : null}
    </p>
  )
}

type InlineActionProps = { className?: string; onClick: () => void; children: ReactNode }

function InlineAction({ className = '', onClick, children }: InlineActionProps) {
  return (
    <button type="button" className={`link font-semibold ${className}`} onClick={onClick}>
      {children}
    </button>
  )
}
