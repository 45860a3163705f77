import { Plus, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { CountStrip } from '@/components/list/count-strip'
import { ExportCsvButton } from '@/components/list/export-csv-button'
import { SortSelect, useListSort } from '@/components/list/list-sort'
import { QueryState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { flagParam, oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import type { CodeKind } from '@/entities/codes/code'
import { countListedCodes, useCodeCounts, useExportCodes } from '@/entities/codes/list'
import { formatCount, formatNumber } from '@/lib/format'
import { codeSortLabels } from './code-columns'
import { codeKindTexts } from './code-kind-texts'
import { CodeList } from './code-list'
import { saveListed } from './codes-csv'

const CreateCodes = lazyDialog(() => import('./create/create-codes').then((module) => module.CreateCodes))
const ImportCodes = lazyDialog(() => import('./import-codes').then((module) => module.ImportCodes))
const params = {
  q: textParam,
  tab: oneOf(['used', 'expired', 'revoked'], 'available'),
  new: flagParam,
  import: flagParam,
}
const keepPage = { keepPage: true }

type Props = {
  kind: CodeKind
  views?: (list: ReactNode) => ReactNode
}

export function CodesScreen({ kind, views = (list) => list }: Props) {
  const { title, subtitle, search: searchLabel } = codeKindTexts[kind]
  const { state, set } = useUrlState(params)
  const { tab } = state
  const create = () => set({ new: true }, { ...keepPage, urgent: true })
  const { typed, search, setTyped } = useSearchText()
  const { data: counts } = useCodeCounts(kind)
  const [newIds, setNewIds] = useState<ReadonlySet<string>>()
  const filters = { state: tab, search }
  const sorts = codeSortLabels(kind, tab)
  const { sort } = useListSort(sorts)
  const exported = useExportCodes(kind)

  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <>
            <Button icon={<Upload />} onClick={() => set({ import: true }, { ...keepPage, urgent: true })}>
              Import CSV
            </Button>
            <Button variant="primary" icon={<Plus />} onClick={create}>
              Create Code
            </Button>
          </>
        }
      />
      <CodeCounts kind={kind} />
      {views(
        <div className={kind === 'token' ? 'mt-7' : 'mt-4'}>
          <Tabs
            label={title}
            tabs={[
              { id: 'available', label: 'Available Codes', count: counts?.available },
              { id: 'used', label: 'Used Codes', count: counts?.used },
              { id: 'expired', label: 'Expired Codes', count: counts?.expired },
              { id: 'revoked', label: 'Revoked Codes', count: counts?.revoked },
            ]}
            value={tab}
            onChange={(next) => set({ tab: next })}
          >
            <div className="mt-4 flex flex-wrap gap-2.5">
              <SearchField
                label={searchLabel}
                placeholder="Search codes, notes or people"
                value={typed}
                onChange={setTyped}
                className="flex-1 max-md:basis-full md:max-w-[340px]"
              />
              <SortSelect labels={sorts} className="flex-1" />
              <ExportCsvButton
                className="md:ml-auto"
                busy={exported.isPending}
                onClick={() =>
                  exported.mutate({ filters, sort }, { onSuccess: (codes) => saveListed(kind, codes) })
                }
              />
            </div>
            <CodeList
              key={tab}
              kind={kind}
              filters={filters}
              newIds={newIds}
              onCreate={create}
              onShowAll={() => setTyped('')}
            />
          </Tabs>
        </div>,
      )}
      {state.import ? (
        <ImportCodes
          frame={{ title: 'Import codes', wide: true }}
          kind={kind}
          onClose={() => set({ import: false }, keepPage)}
          onCreated={() => set({ q: '', tab: 'available', import: false })}
        />
      ) : null}
      {state.new ? (
        <CreateCodes
          frame={{ title: 'Create Code' }}
          kind={kind}
          onClose={() => set({ new: false }, keepPage)}
          onCreated={(codes) => {
            setNewIds(new Set(codes.map(({ id }) => id)))
            set({ q: '', tab: 'available', new: codes.length > 1 })
          }}
        />
      ) : null}
    </>
  )
}

type Counts = NonNullable<ReturnType<typeof useCodeCounts>['data']>

const labels = { total: 'Total Codes', available: 'Available', used: 'Used', lapsed: 'Lapsed' }
const cards = Object.entries(labels).map(([id, label]) => ({ id, label, value: undefined, note: '' }))

function codeCounts(kind: CodeKind, counts: Counts) {
  const unlisted = counts.total - countListedCodes(counts)
  const tokens = (count: number, says: string) =>
    kind === 'token' ? `, ${formatCount(count, 'token')} ${says}` : ''
  return [
    {
      id: 'total',
      label: labels.total,
      value: counts.total,
      note: `${formatCount(counts.uses, 'use')} so far${unlisted > 0 ? `, ${formatNumber(unlisted)} in invitations` : ''}`,
    },
    {
      id: 'available',
      label: labels.available,
      value: counts.available,
      note: `${formatCount(counts.uses_left, 'use')}${tokens(counts.tokens_left, 'not yet claimed')}`,
    },
    {
      id: 'used',
      label: labels.used,
      value: counts.used,
      note: kind === 'token' ? `${formatCount(counts.tokens_claimed, 'token')} claimed` : '',
    },
    {
      id: 'lapsed',
      label: labels.lapsed,
      value: counts.expired + counts.revoked,
      note: `${formatNumber(counts.expired)} expired, ${formatNumber(counts.revoked)} revoked${tokens(counts.tokens_lapsed, 'not issued')}`,
    },
  ]
}

function CodeCounts({ kind }: { kind: CodeKind }) {
  return (
    <QueryState
      query={useCodeCounts(kind)}
      pending={<CountStrip label="Codes" counts={cards} />}
      error={{ title: 'The counts could not be loaded.', safe: 'The codes below are not affected.' }}
    >
      {(counts) => <CountStrip label="Codes" counts={codeCounts(kind, counts)} />}
    </QueryState>
  )
}
