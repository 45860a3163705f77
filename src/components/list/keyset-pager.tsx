import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { formatCapped } from '@/components/list/format-capped'
import { useKeptFocus } from '@/components/list/use-kept-focus'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { formatNumber } from '@/lib/format'
import type { PageCursor, RowKey } from '@/lib/page-cursor'

type Props<Row> = {
  noun: readonly [one: string, many: string]
  size: number
  shown: { rows: readonly Row[]; page: number; hasPrevious: boolean; hasNext: boolean }
  /** Undefined while loading; `capped` if there are more. */
  count: { value: number; capped: boolean } | undefined
  keyOf: (row: Row) => RowKey
  goTo: (cursor: PageCursor) => void
}

export function KeysetPager<Row>({ noun, size, shown, count, keyOf, goTo }: Props<Row>) {
  const { rows, page, hasPrevious, hasNext } = shown
  const [first, last] = [rows[0], rows.at(-1)]
  const nav = useRef<HTMLElement>(null)

  useKeptFocus(nav)

  if (first === undefined || last === undefined) return null
  const exact = count && !count.capped ? count.value : undefined
  const pages = exact === undefined ? undefined : Math.max(1, Math.ceil(exact / size))
  const start = (page - 1) * size + 1

  return (
    <nav
      ref={nav}
      tabIndex={-1}
      aria-label="Pages"
      className="flex flex-wrap items-center gap-2 pt-4 outline-none"
    >
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
    </nav>
  )
}
