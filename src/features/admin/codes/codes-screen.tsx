import { Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { SearchField } from '@/components/list/search-field'
import { useSearchText } from '@/components/list/use-search-text'
import { flagParam, oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import type { CodeKind } from '@/entities/codes/code'
import { useCodeCounts } from '@/entities/codes/list'
import { CodeCounts } from './code-counts'
import { CodeList } from './code-list'
import { ExportCodes } from './export-codes'
import { texts } from './texts'

const CreateCodes = lazyDialog(() => import('./create/create-codes').then((module) => module.CreateCodes))
const params = { q: textParam, tab: oneOf(['used'], 'available'), new: flagParam }
const keepPage = { keepPage: true }

export function CodesScreen({ kind }: { kind: CodeKind }) {
  const { title, subtitle, search: searchLabel } = texts[kind]
  const { state, set } = useUrlState(params)
  const { tab } = state
  const create = () => set({ new: true }, { ...keepPage, urgent: true })
  const { typed, search, setTyped } = useSearchText()
  const { data: counts } = useCodeCounts(kind)
  const [fresh, setFresh] = useState<ReadonlySet<string>>()
  const listed = { used: tab === 'used', search }

  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <Button variant="primary" icon={<Plus />} onClick={create}>
            Create Code
          </Button>
        }
      />
      <CodeCounts kind={kind} />
      <div className="mt-7 mb-3 flex flex-wrap gap-2.5">
        <SearchField
          label={searchLabel}
          placeholder="Search codes, notes or people"
          value={typed}
          onChange={setTyped}
          className="flex-1 max-md:basis-full md:max-w-[340px]"
        />
        <ExportCodes kind={kind} wanted={listed} />
      </div>
      <Tabs
        label={title}
        tabs={[
          { id: 'available', label: 'Available Codes', count: counts?.available },
          { id: 'used', label: 'Used Codes', count: counts?.used },
        ]}
        value={tab}
        onChange={(next) => set({ tab: next })}
      >
        <CodeList
          key={tab}
          kind={kind}
          listed={listed}
          fresh={fresh}
          onCreate={create}
          onShowAll={() => setTyped('')}
        />
      </Tabs>
      {state.new ? (
        <CreateCodes
          frame={{ title: 'Create Code' }}
          kind={kind}
          onClose={() => set({ new: false }, keepPage)}
          onCreated={(codes) => {
            setFresh(new Set(codes.map(({ id }) => id)))
            // A batch is shown in the dialog.
            set({ q: '', tab: 'available', new: codes.length > 1 })
          }}
        />
      ) : null}
    </>
  )
}
