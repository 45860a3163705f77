import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useKeptFocus } from '@/components/list/use-kept-focus'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/lib/format'

type Props = {
  info: string
  page: number
  pages: number
  onPage: (page: number) => void
}

export function Pager({ info, page, pages, onPage }: Props) {
  const nav = useRef<HTMLElement>(null)
  useKeptFocus(nav)
  return (
    <nav
      ref={nav}
      tabIndex={-1}
      aria-label="Pages"
      className="flex flex-wrap items-center gap-2 pt-4 outline-none"
    >
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
        Page <b className="font-semibold text-ink">{formatNumber(page)}</b> of{' '}
        {formatNumber(Math.max(pages, 1))}
      </p>
      <Button size="sm" className="max-md:flex-1" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next <ChevronRight className="-mr-0.5 !ml-0" />
      </Button>
    </nav>
  )
}
