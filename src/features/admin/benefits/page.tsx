import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'
import { Pager } from '@/components/pager'
import { QueryState } from '@/components/query-state'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { useUrlPage } from '@/components/use-url-page'
import {
  type AdminBenefit,
  benefitsLoadFailure,
  benefitsPerPage,
  useAdminBenefits,
} from '@/entities/admin-benefits'
import { countOf, pageInfo } from '@/lib/format'
import { BenefitTable } from './benefit-table'

const BenefitDialog = lazy(() => import('./benefit-dialog').then((m) => ({ default: m.BenefitDialog })))
const DeleteBenefit = lazy(() => import('./delete-benefit').then((m) => ({ default: m.DeleteBenefit })))

/** Benefits (chapter 2): every benefit, newest first; create, edit, delete. `?new` opens the empty form. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const { page, setPage } = useUrlPage()
  const benefits = useAdminBenefits(page)
  const [edited, setEdited] = useState<AdminBenefit>()
  const [deleted, setDeleted] = useState<AdminBenefit>()
  const adding = params.has('new')

  const add = (open: boolean) =>
    setParams(
      (now) => {
        if (open) now.set('new', '')
        else now.delete('new')
        return now
      },
      { replace: true },
    )
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
          benefits.data ? `${countOf(benefits.data.count, 'benefit')} in total` : 'What members can redeem.'
        }
        actions={addButton}
      />
      <QueryState
        query={benefits}
        pending={<Spinner label="Loading benefits" />}
        error={{ title: benefitsLoadFailure, safe: 'Nothing was changed.' }}
        isEmpty={({ count }) => count === 0}
        empty={
          <EmptyState
            title="No benefits found. Create your first benefit to get started."
            action={addButton}
          />
        }
      >
        {({ rows, count, page: shown, pages }) => (
          <>
            <BenefitTable rows={rows} onEdit={setEdited} onDelete={setDeleted} />
            <Pager
              info={pageInfo(shown, benefitsPerPage, count, 'benefit')}
              page={shown}
              pages={pages}
              onPage={setPage}
            />
          </>
        )}
      </QueryState>
      <Suspense fallback={null}>
        {adding ? <BenefitDialog onClose={() => add(false)} /> : null}
        {edited ? <BenefitDialog benefit={edited} onClose={() => setEdited(undefined)} /> : null}
        {deleted ? <DeleteBenefit benefit={deleted} onClose={() => setDeleted(undefined)} /> : null}
      </Suspense>
    </>
  )
}
