import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { Tabs } from '@/components/ui/tabs'
import { type CodeKind, useCodeCounts } from '@/entities/codes'
import { CodeCounts } from './code-counts'
import { CodeList } from './code-list'
import { useCodeList } from './use-code-list'
import { words } from './words'

const CreateCodeDialog = lazy(() =>
  import('./create-code-dialog').then((module) => ({ default: module.CreateCodeDialog })),
)

/** Token codes or invite codes: counts, the two lists, and the dialog that creates one (chapter 2). */
export function CodesScreen({ kind }: { kind: CodeKind }) {
  const { title, subtitle } = words[kind]
  const { tab, show, page, setPage } = useCodeList()
  const { data: counts } = useCodeCounts(kind)
  const [creating, setCreating] = useState(false)
  const [fresh, setFresh] = useState<string>()

  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
            Create Code
          </Button>
        }
      />
      <CodeCounts kind={kind} />
      <div className="mt-8">
        <Tabs
          label={title}
          tabs={[
            { id: 'available', label: 'Available Codes', count: counts?.available },
            { id: 'used', label: 'Used Codes', count: counts?.used },
          ]}
          value={tab}
          onChange={show}
        >
          <CodeList
            key={tab}
            kind={kind}
            tab={tab}
            page={page}
            fresh={fresh}
            onPage={setPage}
            onCreate={() => setCreating(true)}
          />
        </Tabs>
      </div>
      {creating ? (
        <Suspense fallback={null}>
          <CreateCodeDialog
            kind={kind}
            onClose={() => setCreating(false)}
            onCreated={(id) => {
              setCreating(false)
              setFresh(id)
              show('available')
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
