import { Check } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { FilterChip } from '@/components/list/filter-chip'
import { usePageCursor } from '@/components/list/pager'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { flagParam, useUrlState } from '@/components/list/use-url-state'
import { ListKeys } from '@/components/selection/list-keys'
import { SelectionLine } from '@/components/selection/selection'
import { useSelection } from '@/components/selection/use-selection'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import {
  type Decision,
  useWaitlist,
  useWaitlistCounts,
  type WaitlistEntry,
  type WaitlistSelection,
} from '@/entities/waitlist/admin'
import { formatNumber } from '@/lib/format'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { codeKindTexts } from '../code-kind-texts'
import { InviteViews } from '../invite-views'
import { WaitlistRows } from './waitlist-rows'

const ApproveDialog = lazyDialog(() => import('./approve-dialog').then((module) => module.ApproveDialog))
const DecideDialog = lazyDialog(() => import('./decide-dialog').then((module) => module.DecideDialog))

const params = { declined: flagParam }
const noun = ['person', 'people'] as const

type OpenDialog = {
  action: Decision | 'approve'
  selection: WaitlistSelection
  count: number
  email?: string
}

function Waitlist() {
  const { state, set } = useUrlState(params)
  const { declined } = state
  const { cursor, goTo } = usePageCursor()
  const { typed, search, setTyped } = useSearchText()
  const list = useWaitlist({ declined, search }, cursor)
  const { data: counts } = useWaitlistCounts(search)
  const [open, setOpen] = useState<OpenDialog>()
  const total = counts && { value: declined ? counts.declined : counts.waiting, capped: false }
  const rows = (list.isPlaceholderData ? undefined : list.data?.rows) ?? []
  const selection = useSelection<WaitlistEntry>({
    rows: declined ? [] : rows,
    matching: total,
    scope: `${declined} ${search}`,
  })
  const { all, ids, count } = selection
  const openBulkDialog = (action: OpenDialog['action']) => () =>
    setOpen({ action, selection: all ? { search } : ids, count })
  const openRowDialog = (action: OpenDialog['action']) => (row: WaitlistEntry) =>
    setOpen({ action, selection: [row.id], count: 1, email: row.email })

  function close() {
    setOpen(undefined)
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4 pb-3">
        <SearchField
          label="Search the waitlist"
          placeholder="Search addresses"
          value={typed}
          onChange={setTyped}
          className="flex-1 max-md:basis-full md:max-w-[340px]"
        />
        <FilterChip
          label="Declined"
          count={counts?.declined}
          pressed={declined}
          onClick={() => set({ declined: !declined })}
        />
        {declined ? (
          <p className="text-ink-muted">They were not notified. Removed, they may ask again.</p>
        ) : (
          <>
            <span className="flex-1 max-md:hidden" />
            <SelectionLine selection={selection} />
            {counts && counts.waiting > 0 ? (
              <Button
                icon={<Check />}
                className="max-md:w-full"
                onClick={() => setOpen({ action: 'approve', selection: { search }, count: counts.waiting })}
              >
                {`Approve all ${formatNumber(counts.waiting)}`}
              </Button>
            ) : null}
          </>
        )}
      </div>
      <WaitlistRows
        declined={declined}
        onShowAll={search ? () => setTyped('') : undefined}
        list={list}
        total={total}
        selection={selection}
        onAction={openRowDialog}
        goTo={goTo}
      />
      <ListKeys noun="person" rows={rows} selection={selection} />
      <BulkBar
        selection={selection}
        noun={noun}
        actions={[
          { id: 'remove', label: 'Remove', danger: true, onSelect: openBulkDialog('remove') },
          { id: 'decline', label: 'Decline', onSelect: openBulkDialog('decline') },
          { id: 'approve', label: 'Approve', primary: true, onSelect: openBulkDialog('approve') },
        ]}
      />
      {open?.action === 'approve' ? (
        <ApproveDialog
          {...open}
          frame={{ title: 'Approve', wide: true }}
          onDone={selection.clear}
          onClose={close}
        />
      ) : open ? (
        <DecideDialog
          {...open}
          decision={open.action}
          frame={{ title: open.action === 'decline' ? 'Decline' : 'Remove' }}
          onDone={selection.clear}
          onClose={close}
        />
      ) : null}
    </>
  )
}

export function WaitlistView() {
  return (
    <>
      <PageHeader title={codeKindTexts.invite.title} subtitle={codeKindTexts.invite.subtitle} />
      <InviteViews>
        <Waitlist />
      </InviteViews>
    </>
  )
}
