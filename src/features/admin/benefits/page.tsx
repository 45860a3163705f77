import { Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { namesById, SelectField } from '@/components/form/select-field'
import { type SortLabels, SortSelect, useListSort } from '@/components/list/list-sort'
import { EmptyState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { flagParam, idParam, oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { WithName } from '@/components/ui/with-name'
import { type AdminBenefit, type AdminBenefitSort, useBenefitCount } from '@/entities/benefits/admin-list'
import { useCategories } from '@/entities/benefits/categories'
import { deliveryMethods, methodNames } from '@/entities/deliveries/delivery'
import { formatCount } from '@/lib/format'
import { BenefitList } from './benefit-list'

const BenefitDialog = lazyDialog(() => import('./benefit-dialog').then((m) => m.BenefitDialog))
const CategoriesDialog = lazyDialog(() => import('./categories-dialog').then((m) => m.CategoriesDialog))
const DeleteBenefit = lazyDialog(() => import('./delete-benefit').then((m) => m.DeleteBenefit))
const params = {
  q: textParam,
  new: flagParam,
  method: oneOf(deliveryMethods, ''),
  status: oneOf(['active', 'inactive'], ''),
  category: idParam,
}
export const benefitSorts: SortLabels<AdminBenefitSort['by']> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  token_value: 'Lowest price first',
  '-token_value': 'Highest price first',
}

export function AdminBenefitsPage() {
  const { state, set } = useUrlState(params)
  const { typed, search, setTyped } = useSearchText()
  const { new: isNew, method, status, category } = state
  const filters = { search, method, status, category }
  const { sort, setSort } = useListSort<AdminBenefitSort['by']>(benefitSorts)
  const { data: categories = [] } = useCategories()
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
        <section
          aria-label="Filter benefits"
          className="mb-4 grid grid-cols-2 gap-2.5 md:flex md:flex-wrap [&>label]:!gap-0"
        >
          <SearchField
            label="Search benefits"
            value={typed}
            onChange={setTyped}
            className="col-span-2 min-w-[200px] flex-1"
          />
          <SelectField
            label={<span className="sr-only">Delivery</span>}
            className="!gap-0 md:w-[150px]"
            value={method}
            onChange={({ target }) => set({ method: target.value })}
            options={{ '': 'All methods', ...methodNames }}
          />
          <SelectField
            label={<span className="sr-only">Status</span>}
            className="!gap-0 md:w-[180px]"
            value={status}
            onChange={({ target }) => set({ status: target.value })}
            options={{ '': 'Active and inactive', active: 'Active', inactive: 'Inactive' }}
          />
          <SelectField
            label={<span className="sr-only">Category</span>}
            className="!gap-0 md:w-[160px]"
            value={category}
            onChange={({ target }) => set({ category: target.value })}
            options={{ '': 'All categories', ...namesById(categories) }}
          />
          <SortSelect labels={benefitSorts} />
        </section>
      )}
      <BenefitList
        filters={filters}
        sort={sort}
        onSort={setSort}
        onEdit={setEdited}
        onDelete={setDeleted}
        empty={
          search || method || status || category ? (
            <EmptyState
              title={search ? `No benefits match "${search}".` : 'No benefits match these filters.'}
              action={
                <Button
                  onClick={() => {
                    setTyped('')
                    set({ q: '', method: '', status: '', category: '' })
                  }}
                >
                  Show all benefits
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="No benefits found. Create your first benefit to get started."
              action={addButton}
            />
          )
        }
      />
      {isNew ? <BenefitDialog frame={{ title: 'Create New Benefit' }} onClose={() => add(false)} /> : null}
      {sorting ? (
        <CategoriesDialog frame={{ title: 'Categories' }} onClose={() => setSorting(false)} />
      ) : null}
      {edited ? (
        <BenefitDialog
          frame={{ title: 'Edit Benefit' }}
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
