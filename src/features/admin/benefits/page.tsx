import { Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { EmptyState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { flagParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { WithName } from '@/components/ui/with-name'
import { type AdminBenefit, useBenefitCount } from '@/entities/benefits/admin-list'
import { formatCount } from '@/lib/format'
import { BenefitList } from './benefit-list'

const BenefitDialog = lazyDialog(() => import('./benefit-dialog').then((m) => m.BenefitDialog))
const CategoriesDialog = lazyDialog(() =>
  import('./categories/categories-dialog').then((m) => m.CategoriesDialog),
)
const DeleteBenefit = lazyDialog(() => import('./delete-benefit').then((m) => m.DeleteBenefit))
const params = { new: flagParam }

export function AdminBenefitsPage() {
  const { state, set } = useUrlState(params)
  const { typed, search, setTyped } = useSearchText()
  const total = useBenefitCount().data
  const [edited, setEdited] = useState<AdminBenefit>()
  const [deleted, setDeleted] = useState<AdminBenefit>()
  const [sorting, setSorting] = useState(false)
  const add = (open: boolean) => set({ new: open }, { keepPage: true, urgent: open })
  const addButton = (
    <Button variant="primary" icon={<Plus />} onClick={() => add(true)}>
      Add Benefit
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Benefits"
        subtitle={
          total === undefined ? 'What members can redeem.' : `${formatCount(total, 'benefit')} in total`
        }
        actions={
          <>
            <Button icon={<Tags />} onClick={() => setSorting(true)}>
              Categories
            </Button>
            {addButton}
          </>
        }
      />
      {total === 0 ? null : (
        <SearchField
          label="Search benefits"
          value={typed}
          onChange={setTyped}
          className="mb-4 md:max-w-[320px]"
        />
      )}
      <BenefitList
        search={search}
        onEdit={setEdited}
        onDelete={setDeleted}
        empty={
          search ? (
            <EmptyState title={`No benefits match "${search}".`} />
          ) : (
            <EmptyState
              title="No benefits found. Create your first benefit to get started."
              action={addButton}
            />
          )
        }
      />
      {state.new ? (
        <BenefitDialog frame={{ title: 'Create New Benefit', wide: true }} onClose={() => add(false)} />
      ) : null}
      {sorting ? (
        <CategoriesDialog frame={{ title: 'Categories' }} onClose={() => setSorting(false)} />
      ) : null}
      {edited ? (
        <BenefitDialog
          frame={{ title: 'Edit Benefit', wide: true }}
          benefit={edited}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {deleted ? (
        <DeleteBenefit
          frame={{ title: <WithName text={`Delete ${deleted.name}`} name={deleted.name} /> }}
          benefit={deleted}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </>
  )
}
