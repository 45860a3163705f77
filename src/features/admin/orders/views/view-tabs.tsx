import clsx from 'clsx'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { useShortcuts } from '@/components/keyboard/use-shortcuts'
import { formatCapped } from '@/components/list/pager'
import { Button } from '@/components/ui/button'
import { orderFilter } from '@/entities/orders/admin-list'
import { useSavedViews, useViewCounts } from '@/entities/orders/views'
import { whenInDocument } from '@/lib/frame'
import type { useOrderFilters } from '../order-filters'
import { type DeskView, fixedViews, isSameView, savedView } from './views'

const SaveView = lazyDialog(() => import('./save-view').then((module) => module.SaveView))
const DeleteView = lazyDialog(() => import('./save-view').then((module) => module.DeleteView))

type Props = Pick<ReturnType<typeof useOrderFilters>, 'filters' | 'sort' | 'show' | 'linkToView'>

export function ViewTabs({ filters, sort, show, linkToView }: Props) {
  const saved = useSavedViews().data?.map(savedView)
  const views = [...fixedViews, ...(saved ?? [])]
  const { data: counts } = useViewCounts(views.map((view) => orderFilter(view.filters)))
  // The last one: a saved view that is like a fixed one can be deleted.
  const current = views.findLast((view) => isSameView(view, { filters, sort }))
  const [dialog, setDialog] = useState<'save' | DeskView>()
  const tab = useRef<HTMLAnchorElement>(null)
  const goTo = (view: DeskView | undefined) => view && show(view.filters, view.sort)
  useShortcuts(
    Object.fromEntries(views.slice(0, 9).map((view, index) => [`g ${index + 1}`, () => goTo(view)])),
  )

  // On phones the current tab may be scrolled out of view.
  const isShown = current?.name
  useEffect(() => {
    if (isShown)
      void whenInDocument(() => tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  }, [isShown])

  return (
    <div className="flex min-w-0 flex-[1_1_18rem] items-end gap-4 max-md:basis-full max-md:gap-2">
      <nav aria-label="Views" className="-mb-px min-w-0 flex-1">
        <ul className="flex gap-6 overflow-x-auto [scrollbar-width:none] max-md:gap-5">
          {views.map((view, index) => (
            <li key={view.saved ?? view.name}>
              <Link
                ref={view === current ? tab : undefined}
                to={linkToView(view.filters, view.sort)}
                replace
                aria-current={view === current ? 'page' : undefined}
                className={clsx(
                  'flex min-h-10 items-center gap-1.5 border-b-2 whitespace-nowrap -outline-offset-2 max-md:min-h-11 max-md:min-w-11 max-md:justify-center',
                  view === current
                    ? 'border-accent font-semibold text-ink'
                    : 'border-transparent font-medium text-ink-muted hover:text-ink',
                )}
              >
                <bdi>{view.name}</bdi>
                <span className="figures font-normal text-ink-muted">
                  {counts?.[index] ? formatCapped(counts[index]) : ''}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {current?.saved ? (
        <Button
          size="sm"
          variant="quiet"
          className="mb-1"
          icon={<Trash2 />}
          onClick={() => setDialog(current)}
        >
          Delete view
        </Button>
      ) : (
        <Button size="sm" variant="quiet" className="mb-1" icon={<Plus />} onClick={() => setDialog('save')}>
          Save view
        </Button>
      )}
      {dialog === 'save' ? (
        <SaveView
          frame={{ title: 'Save this view' }}
          filters={filters}
          sort={sort}
          onClose={() => setDialog(undefined)}
        />
      ) : dialog ? (
        <DeleteView
          frame={{ title: 'Delete this view?' }}
          id={dialog.saved ?? ''}
          name={dialog.name}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </div>
  )
}
