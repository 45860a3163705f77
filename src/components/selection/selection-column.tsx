import type { ChangeEvent } from 'react'
import { Checkbox } from '@/components/form/checkbox'
import type { Column } from '@/components/table/table-column'
import './selection.css'
import type { Selection } from './use-selection'

export const pickId = (id: string) => `pick-${id}`

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
        id={pickId(row.id)}
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
