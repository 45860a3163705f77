import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { SelectField } from '@/components/form/select-field'
import { KeysetTable } from '@/components/list/keyset-table'
import { usePageCursor } from '@/components/list/pager'
import { EmptyState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { ListKeys } from '@/components/selection/list-keys'
import { SelectionLine, selectionColumn } from '@/components/selection/selection'
import { type Selection, useSelection } from '@/components/selection/use-selection'
import { Button } from '@/components/ui/button'
import { poolLoadFailure } from '@/entities/deliveries/admin-messages'
import {
  type KeyState,
  keyFilter,
  keyStates,
  keysPerPage,
  type PoolFilters,
  type PoolKey,
  poolKey,
  setKeysAside,
  usePool,
} from '@/entities/deliveries/pool'
import { formatNumber } from '@/lib/format'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { keyQuarantineTexts } from '@/widgets/operations/kinds'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'
import { keyColumns, keyWords } from './key-columns'

const DryRunDialog = lazyDialog(() =>
  import('@/widgets/operations/dry-run-dialog').then((m) => m.DryRunDialog),
)
const RevealKey = lazyDialog(() => import('./reveal-key').then((m) => m.RevealKey))
const operationKinds = ['key_quarantine']
const noun = ['key', 'keys'] as const
const params = { q: textParam, state: oneOf(keyStates, '') }

type Pickable = { id: string; mask: string }
const pickable = ({ id, mask }: PoolKey): Pickable => ({ id: String(id), mask })

type Props = { benefitId: string; counts: Record<KeyState, number> }

export function KeyList({ benefitId, counts }: Props) {
  const { state, set } = useUrlState(params)
  const { typed, search, setTyped } = useSearchText()
  const { cursor, goTo } = usePageCursor()
  const [revealed, setRevealed] = useState<PoolKey>()
  const filters = { search, state: state.state }
  const keys = usePool(benefitId, filters, cursor)
  const total = keyStates.reduce((sum, each) => sum + counts[each], 0)
  const count = { value: filters.state ? counts[filters.state] : total, capped: false }
  const loadedRows = keys.isPlaceholderData ? undefined : keys.data?.rows
  const rows = (loadedRows ?? []).map(pickable)
  const selection = useSelection({
    rows,
    // Searches have no count.
    matching: search ? undefined : count,
    scope: JSON.stringify(keyFilter(benefitId, filters)),
  })
  const column = selectionColumn(selection, ({ mask }: Pickable) => mask)
  const pick = { ...column, cell: (key: PoolKey) => column.cell(pickable(key)) }
  const table = {
    caption: 'Keys',
    compact: true,
    columns: [pick, ...keyColumns(setRevealed)],
    rowKey: ({ id }: PoolKey) => String(id),
  }

  function showAll() {
    setTyped('')
    set({ q: '', state: '' })
  }

  return (
    <>
      <div className="mt-5 mb-2.5 grid gap-2.5 md:grid-cols-[minmax(0,1fr)_180px]">
        <SearchField label="Last four, order or member" value={typed} onChange={setTyped} />
        <SelectField
          label={<span className="sr-only">State</span>}
          className="!gap-0"
          value={filters.state}
          onChange={({ target }) => set({ state: target.value })}
        >
          <option value="">All keys ({formatNumber(total)})</option>
          {keyStates.map((each) => (
            <option key={each} value={each}>
              {keyWords[each]} ({formatNumber(counts[each])})
            </option>
          ))}
        </SelectField>
      </div>
      <ListKeys noun="key" rows={rows} selection={selection} />
      <SelectionLine selection={selection} />
      <KeysetTable
        query={keys}
        table={table}
        error={{ title: poolLoadFailure, safe: 'No key was changed.' }}
        empty={
          <EmptyState
            title="No keys match your search."
            action={<Button onClick={showAll}>Show all keys</Button>}
          />
        }
        noun={noun}
        size={keysPerPage}
        count={search || keys.isPlaceholderData ? undefined : count}
        keyOf={poolKey}
        goTo={goTo}
      />
      <KeyBulkBar benefitId={benefitId} filters={filters} selection={selection} />
      {revealed ? (
        <RevealKey
          frame={{ title: 'Reveal a key' }}
          poolKey={revealed}
          onClose={() => setRevealed(undefined)}
        />
      ) : null}
    </>
  )
}

type BarProps = { benefitId: string; filters: PoolFilters; selection: Omit<Selection, 'picked'> }

function KeyBulkBar({ benefitId, filters, selection }: BarProps) {
  const [aside, setAside] = useState<boolean>()
  const { all, ids, count, clear } = selection
  const afterRun = useAfterRun(clear)

  return (
    <>
      <OperationBar kinds={operationKinds}>
        {count > 0 ? (
          <BulkBar
            selection={selection}
            noun={noun}
            actions={[
              { id: 'back', label: 'Put back', onSelect: () => setAside(false) },
              { id: 'aside', label: 'Put aside', primary: true, onSelect: () => setAside(true) },
            ]}
          />
        ) : null}
      </OperationBar>
      {aside === undefined ? null : (
        <DryRunDialog
          frame={{ title: aside ? 'Put keys aside' : 'Put keys back', wide: true }}
          texts={keyQuarantineTexts(aside)}
          call={setKeysAside(all ? { filter: keyFilter(benefitId, filters) } : { ids }, aside)}
          selected={count}
          onRun={afterRun}
          onClose={() => setAside(undefined)}
        />
      )}
    </>
  )
}
