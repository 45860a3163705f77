import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  /** The column head, and the label in a card. */
  header: string
  /** Shown in the head instead of `header`. */
  head?: ReactNode
  sorted?: 'ascending' | 'descending' | 'none'
  cell: (row: Row) => ReactNode
  /** 'end' for numbers: right-aligned, tabular. */
  align?: 'end'
  /** A hairline at its left. */
  ruled?: boolean
  nowrap?: boolean
  /**
   * In a card: `main` is its heading, `side` the figure beside it, `actions` the buttons below; else label and value.
   * `left` begins a line without its label, `right` ends one. With `line` the cards of a phone are short: each such column
   * is a line without its label, `aside` stands after the heading.
   */
  card?: 'main' | 'side' | 'actions' | 'left' | 'right' | 'line' | 'aside'
  width?: number | string
  /** Instead of a bar while loading. */
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
    ) || undefined
  )
}
