import clsx from 'clsx'
import type { ReactNode } from 'react'

/** One column of a ledger, and what its cells are in a card. */
export type Column<Row> = {
  id: string
  /** The head of the column and the label in a card. */
  header: string
  /** What stands in the head in its place, such as the button of `sortable`. */
  head?: ReactNode
  sorted?: 'ascending' | 'descending' | 'none'
  cell: (row: Row) => ReactNode
  /** 'end' for figures: right-aligned, tabular. */
  align?: 'end'
  /** A hairline at its left, for columns of figures. */
  ruled?: boolean
  nowrap?: boolean
  /**
   * In a card: `main` is its heading, `side` the figure beside it, `actions` the buttons below; else label and value.
   * `left` begins a line without its label, `right` ends one. With `line` the cards of a phone are short: each such column
   * is a line without its label, `aside` stands after the heading.
   */
  card?: 'main' | 'side' | 'actions' | 'left' | 'right' | 'line' | 'aside'
  width?: number | string
  /** What stands here while the rows are on their way, if a bar is not the shape. */
  skeleton?: ReactNode
}

/** The classes of a column's head and cells. */
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
    ) || undefined
  )
}
