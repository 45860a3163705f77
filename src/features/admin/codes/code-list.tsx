import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { KeysetTable } from '@/components/list/keyset-table'
import { useListSort } from '@/components/list/list-sort'
import { formatCapped, usePageCursor } from '@/components/list/pager'
import { EmptyState } from '@/components/list/query-state'
import { ListKeys } from '@/components/selection/list-keys'
import { SelectionLine, selectionColumn } from '@/components/selection/selection'
import { type Selection, useSelection } from '@/components/selection/use-selection'
import { sortable } from '@/components/table/sortable'
import { Button } from '@/components/ui/button'
import { codeFilter } from '@/entities/codes/admin-mutations'
import type { Code, CodeFilters, CodeKind } from '@/entities/codes/code'
import {
  codeKey,
  codesPerPage,
  useCodeCounts,
  useCodeSearchCount,
  useCodes,
  useExportCodes,
} from '@/entities/codes/list'
import { codeLoadFailures } from '@/entities/codes/messages'
import { formatNumber } from '@/lib/format'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { codeRevocationTexts } from '@/widgets/operations/kinds'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'
import { codeColumns, codeSortLabels, codeSorts } from './code-columns'
import { saveBatch } from './codes-csv'

const ExtendCode = lazyDialog(() => import('./extend/extend-code').then((module) => module.ExtendCode))
const RevokeCodes = lazyDialog(() => import('./revoke/revoke-codes').then((module) => module.RevokeCodes))
const operationKinds = ['code_revocation']

type Props = {
  kind: CodeKind
  filters: CodeFilters
  newIds: ReadonlySet<string> | undefined
  onCreate: () => void
  onShowAll: () => void
}

const captions = {
  available: 'Available codes',
  used: 'Used codes',
  expired: 'Expired codes',
  revoked: 'Revoked codes',
}

export function CodeList({ kind, filters, newIds, onCreate, onShowAll }: Props) {
  const { state, search } = filters
  const { cursor, goTo } = usePageCursor()
  const { sort, setSort } = useListSort(codeSortLabels(kind, state))
  const codes = useCodes(kind, filters, sort, cursor)
  const { data: matches } = useCodeSearchCount(kind, filters)
  const { data: counts } = useCodeCounts(kind)
  const all = counts && { value: counts[state], capped: false }
  const matching = search ? matches : all
  const rows = (codes.isPlaceholderData ? undefined : codes.data?.rows) ?? []
  const selection = useSelection<Code>({
    rows: state === 'available' ? rows : [],
    matching,
    scope: JSON.stringify(codeFilter(filters)),
  })
  const exported = useExportCodes(kind)
  const [revoked, setRevoked] = useState<Code>()
  const [extended, setExtended] = useState<Code>()
  const table = {
    caption: captions[state],
    columns: [
      // Used and revoked codes cannot be changed.
      ...(state === 'available' ? [selectionColumn(selection, ({ code }: Code) => code)] : []),
      ...sortable(
        codeColumns({
          kind,
          state,
          onRevoke: setRevoked,
          onExtend: setExtended,
          onBatch: (batch) =>
            exported.mutate({ batch }, { onSuccess: (found) => saveBatch(kind, batch, found) }),
        }),
        { keys: codeSorts(kind, state), sort, onSort: setSort },
      ),
    ],
    rowKey: ({ id }: Code) => id,
    newKeys: newIds,
    skeletonRows: 8,
  }

  return (
    <div className="dense-rows">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pt-3">
        {search ? (
          <p className="figures min-h-5 text-ink-2 [overflow-wrap:anywhere]" role="status">
            {matches && all ? (
              // Another text is another element, for translators.
              <span key={`${all.value} ${search}`}>
                <b className="font-semibold text-ink">{formatCapped(matches)}</b>
                {` of ${formatNumber(all.value)} codes matching "${search}"`}
              </span>
            ) : null}
          </p>
        ) : (
          <span />
        )}
        {state === 'available' ? <SelectionLine selection={selection} /> : null}
      </div>
      <KeysetTable
        query={codes}
        table={table}
        className="[&_.ledger]:border-t-0"
        error={{ title: codeLoadFailures[kind], safe: 'No code was changed.' }}
        empty={<NoCodes {...filters} onCreate={onCreate} onShowAll={onShowAll} />}
        noun={['code', 'codes']}
        size={codesPerPage}
        count={matching}
        keyOf={(code) => codeKey(code, sort)}
        goTo={goTo}
        hidesSinglePage
      />
      <ListKeys noun="code" rows={rows} selection={selection} />
      {extended ? (
        <ExtendCode
          key={extended.id}
          frame={{ title: `Extend ${extended.code}` }}
          kind={kind}
          code={extended}
          onClose={() => setExtended(undefined)}
        />
      ) : null}
      <CodeBulkBar
        kind={kind}
        filters={filters}
        selection={selection}
        single={revoked}
        onSingle={setRevoked}
      />
    </div>
  )
}

function NoCodes({
  state,
  search,
  onCreate,
  onShowAll,
}: CodeFilters & Pick<Props, 'onCreate' | 'onShowAll'>) {
  if (search)
    return (
      <EmptyState
        title="No codes match your search criteria."
        action={<Button onClick={onShowAll}>Show all codes</Button>}
      />
    )
  if (state === 'used') return <EmptyState title="No codes have been used yet." />
  if (state === 'expired') return <EmptyState title="No codes have expired." />
  if (state === 'revoked') return <EmptyState title="No codes have been revoked." />
  return (
    <EmptyState
      title="No available codes. Create some codes to get started."
      action={<Button onClick={onCreate}>Create a code</Button>}
    />
  )
}

type BulkBarProps = {
  kind: CodeKind
  filters: CodeFilters
  selection: Selection<Code>
  single: Code | undefined
  onSingle: (code: Code | undefined) => void
}

function CodeBulkBar({ kind, filters, selection, single, onSingle }: BulkBarProps) {
  const [isRevoking, setRevoking] = useState(false)
  const { all, ids, picked, count, clear } = selection
  const afterRun = useAfterRun(clear)
  const tokens = picked.reduce((sum, { token_value }) => sum + (token_value ?? 0), 0)

  function close() {
    setRevoking(false)
    onSingle(undefined)
  }

  return (
    <>
      <OperationBar kinds={operationKinds}>
        {count > 0 ? (
          <BulkBar
            selection={selection}
            noun={codeRevocationTexts(kind).noun}
            tokens={kind === 'token' && !all ? tokens : undefined}
            actions={[
              {
                id: 'revoke',
                label: 'Revoke',
                danger: true,
                primary: true,
                onSelect: () => setRevoking(true),
              },
            ]}
          />
        ) : null}
      </OperationBar>
      {isRevoking || single ? (
        <RevokeCodes
          key={single?.id}
          frame={{ title: single ? `Revoke ${single.code}?` : 'Revoke codes', wide: true }}
          kind={kind}
          code={single?.code}
          target={single ? { ids: [single.id] } : all ? { filter: codeFilter(filters) } : { ids }}
          selected={single ? 1 : count}
          onRun={afterRun}
          onClose={close}
        />
      ) : null}
    </>
  )
}
