import type { ChangeEvent, ReactNode } from 'react'
import { Checkbox } from '@/components/form/checkbox'
import type { Column } from '@/components/table/data-table'
import './selection.css'
import { formatCapped } from '@/components/list/pager'
import type { Selection } from './use-selection'

type Props = { label: string; children: ReactNode }

const style =
  'sticky bottom-4 z-20 mt-5 flex animate-[rise-in_180ms_cubic-bezier(.2,.7,.2,1)] flex-wrap items-center gap-2 rounded border-t-2 border-ink bg-surface-raised py-2.5 pr-2.5 pl-5 shadow-float max-md:bottom-0 max-md:-mx-4 max-md:rounded-none max-md:px-4 max-md:pt-3 max-md:pb-[calc(12px+env(safe-area-inset-bottom))]'

/** At the lower edge of a list: the selection, the progress of a run, or its result. Full width on phones. */
export function Bar({ label, children }: Props) {
  return (
    <section aria-label={label} className={style}>
      {children}
    </section>
  )
}

export const checkboxId = (id: string) => `pick-${id}`

export function selectionColumn<Row extends { id: string }>(
  selection: Selection<Row>,
  labelOf: (row: Row) => string,
): Column<Row> {
  return {
    id: 'pick',
    header: 'Select',
    card: 'pick',
    head: (
      // Cards have no header: SelectionLine has a button instead.
      <span className="block @max-[44.9375rem]:hidden">
        <Checkbox
          label="Select all on this page"
          checked={selection.page === 'all'}
          indeterminate={selection.page === 'some'}
          disabled={selection.pageSize === 0}
          onChange={({ target }) => selection.setPage(target.checked)}
        />
      </span>
    ),
    cell: (row) => (
      <Checkbox
        id={checkboxId(row.id)}
        label={`Select ${labelOf(row)}`}
        checked={selection.isPicked(row.id)}
        // While a page loads, its list shows the previous rows.
        disabled={selection.pageSize === 0}
        // Shift-click would select the text in between.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={(event) => {
          if (isShift(event)) selection.range(row.id, event.target.checked)
          else selection.toggle(row.id)
        }}
      />
    ),
  }
}

function isShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}

type SelectionLineProps = { selection: Omit<Selection, 'picked'> }

/** Extends a selection of the whole page to all matches; announced when it changes. */
export function SelectionLine({ selection }: SelectionLineProps) {
  const { all, page, pageSize, matching } = selection
  const total = matching && formatCapped(matching)
  return (
    <p
      className="ml-auto flex min-h-5 flex-wrap items-center justify-end gap-x-3 text-ink-2 max-md:min-h-11"
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
