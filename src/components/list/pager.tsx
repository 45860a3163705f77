import clsx from 'clsx'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, type LinkProps, useSearchParams } from 'react-router-dom'
import { Button, IconButton } from '@/components/ui/button'
import { formatCount, formatNumber } from '@/lib/format'
import { cursorFrom, type PageCursor, type RowKey, withCursor } from '@/lib/page-cursor'

/** Takes the focus of a button that is disabled on the last page, which would send the keyboard to the top. */
function PagerNav({ children }: { children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused?.matches(':disabled') && nav.current?.contains(focused)) nav.current.focus()
  })
  return (
    <nav
      ref={nav}
      tabIndex={-1}
      aria-label="Pages"
      className="flex flex-wrap items-center gap-2 pt-4 outline-none"
    >
      {children}
    </nav>
  )
}

type Props = {
  info: string
  page: number
  pages: number
  onPage: (page: number) => void
}

export function Pager({ info, page, pages, onPage }: Props) {
  return (
    <PagerNav>
      <p className="mr-auto text-ink-muted max-md:w-full" role="status">
        {info}
      </p>
      <Button
        size="sm"
        className="max-md:flex-1"
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <p className="figures inline-flex items-center gap-2 px-1.5 text-ink-2">
        Page <b className="font-semibold text-ink">{formatNumber(page)}</b>
        <span>{`of ${formatNumber(Math.max(pages, 1))}`}</span>
      </p>
      <Button size="sm" className="max-md:flex-1" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next <ChevronRight className="-mr-0.5 !ml-0" />
      </Button>
    </PagerNav>
  )
}

/** The way back from a later page that could not be loaded, whose pager is not shown. */
export function FirstPage({ page, to }: { page: number; to: LinkProps['to'] }) {
  return page > 1 ? (
    <Link className="link" to={to}>
      First page
    </Link>
  ) : null
}

/** '26 to 50 of 130 entries'. */
export function pageInfo(page: number, size: number, count: number, one: string, many = `${one}s`): string {
  const first = (page - 1) * size + 1
  return `${formatNumber(first)} to ${formatNumber(Math.min(count, page * size))} of ${formatCount(count, one, many)}`
}

/** '10,000+' for a count that stopped there (D20). */
export function formatCapped({ value, capped }: { value: number; capped: boolean }): string {
  return `${formatNumber(value)}${capped ? '+' : ''}`
}

export type KeysetPagerProps<Row> = {
  noun: readonly [one: string, many: string]
  size: number
  list: { rows: readonly Row[]; page: number; hasPrevious: boolean; hasNext: boolean }
  /** Undefined while loading; `capped` if there are more. */
  count: { value: number; capped: boolean } | undefined
  keyOf: (row: Row) => RowKey
  goTo: (cursor: PageCursor) => void
}

export function KeysetPager<Row>({ noun, size, list, count, keyOf, goTo }: KeysetPagerProps<Row>) {
  const { rows, page, hasPrevious, hasNext } = list
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return null
  const exact = count && !count.capped ? count.value : undefined
  const pages = exact === undefined ? undefined : Math.max(1, Math.ceil(exact / size))
  const start = (page - 1) * size + 1

  return (
    <PagerNav>
      <p className="figures mr-auto text-ink-muted max-md:w-full" role="status">
        {`${formatNumber(start)} to ${formatNumber(start + rows.length - 1)}${
          count === undefined ? '' : ` of ${formatCapped(count)} ${count.value === 1 ? noun[0] : noun[1]}`
        }`}
      </p>
      {hasPrevious || hasNext ? (
        <>
          <IconButton
            aria-label="First page"
            icon={<ChevronFirst />}
            disabled={!hasPrevious}
            onClick={() => goTo({ page: 1 })}
          />
          <Button
            size="sm"
            className="max-md:flex-1"
            icon={<ChevronLeft />}
            disabled={!hasPrevious}
            onClick={() => goTo(page <= 2 ? { page: 1 } : { page: page - 1, before: keyOf(first) })}
          >
            Previous
          </Button>
          <p className="figures inline-flex items-center gap-2 px-1.5 text-ink-2 max-md:sr-only">
            Page <b className="font-semibold text-ink">{formatNumber(page)}</b>
            {pages === undefined ? null : <span>{` of ${formatNumber(Math.max(pages, page))}`}</span>}
          </p>
          <Button
            size="sm"
            className="max-md:flex-1"
            disabled={!hasNext}
            onClick={() => goTo({ page: page + 1, after: keyOf(last) })}
          >
            Next <ChevronRight className="-mr-0.5 !ml-0" />
          </Button>
          <IconButton
            aria-label="Last page"
            icon={<ChevronLast />}
            disabled={!hasNext || pages === undefined}
            onClick={() => pages && exact && goTo({ page: pages, last: exact - (pages - 1) * size })}
          />
        </>
      ) : null}
    </PagerNav>
  )
}

export function usePageCursor() {
  const [query, setQuery] = useSearchParams()
  const goTo = (cursor: PageCursor) => setQuery((now) => withCursor(now, cursor), { replace: true })
  return { cursor: cursorFrom(query), goTo }
}

type LoadedRowsProps = {
  /** Whether the rows are those of the previous page or filter. */
  stale: boolean
  className?: string
  children: ReactNode
}

/** Rows of a list, dimmed while the next ones load. */
export function LoadedRows({ stale, className, children }: LoadedRowsProps) {
  return (
    <div
      aria-busy={stale || undefined}
      className={clsx(className, stale && 'opacity-60 transition-opacity') || undefined}
    >
      {children}
    </div>
  )
}
