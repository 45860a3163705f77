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
  /** Position in a card; default: label and value. `left` and `right` share a line; `line` makes a short card on phones;
   * `below` is what the row says of itself, under its heading, with the actions as wide as the card. */
  card?: 'below' | 'main' | 'side' | 'actions' | 'left' | 'right' | 'line' | 'aside' | 'pick'
  width?: number | string
  /** The column leaves first where the table is narrower than about 900 px, or where rows are cards. */
  leaves?: 'narrow' | 'cards'
  skeleton?: ReactNode
}

export function cellClass<Row>({ align, ruled, nowrap, card, leaves }: Column<Row>): string | undefined {
  return (
    clsx(
      align === 'end' && 'end',
      ruled && 'ruled',
      nowrap && 'nowrap',
      leaves && `leaves-${leaves}`,
      card === 'below' && 'card-below',
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
