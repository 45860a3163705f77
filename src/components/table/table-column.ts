import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  head?: ReactNode
  sorted?: 'ascending' | 'descending' | 'none'
  cell: (row: Row) => ReactNode
  /** For numbers: right-aligned, tabular. */
  align?: 'end'
  ruled?: boolean
  nowrap?: boolean
  /** Position in a card; default: label and value. `left` and `right` share a line; `line` makes a short card on phones. */
  card?: 'main' | 'side' | 'actions' | 'left' | 'right' | 'line' | 'aside' | 'pick'
  width?: number | string
  skeleton?: ReactNode
}

export function cellClass<Row>({ align, ruled, nowrap, card }: Column<Row>): string | undefined {
  return (
    clsx(
      align === 'end' && 'end',
      ruled && 'ruled',
      nowrap && 'nowrap',
      card === 'main' && 'card-main',
      card === 'side' && 'card-side',
      card === 'left' && 'card-left',
      card === 'right' && 'card-right',
      card === 'actions' && 'acts',
      card === 'line' && 'card-line',
      card === 'aside' && 'card-aside',
      card === 'pick' && 'pick',
    ) || undefined
  )
}
