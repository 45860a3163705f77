import type { ReactNode } from 'react'
import { KeyedPager } from '@/components/keyed-pager'
import { QueryState } from '@/components/query-state'
import { Spinner } from '@/components/ui/spinner'
import { usePlace } from '@/components/use-place'
import {
  type AdminBenefit,
  benefitsLoadFailure,
  benefitsPerPage,
  useAdminBenefits,
  useBenefitCount,
} from '@/entities/admin-benefits'
import { BenefitTable } from './benefit-table'

type Props = {
  search: string
  onEdit: (benefit: AdminBenefit) => void
  onDelete: (benefit: AdminBenefit) => void
  empty: ReactNode
}

/** The benefits that match, page by page; the page is in the URL (D20). */
export function BenefitList({ search, onEdit, onDelete, empty }: Props) {
  const { place, go } = usePlace()
  const benefits = useAdminBenefits(search, place)
  const { data: count } = useBenefitCount(search)
  return (
    <QueryState
      query={benefits}
      pending={<Spinner label="Loading benefits" />}
      error={{ title: benefitsLoadFailure, safe: 'Nothing was changed.' }}
      isEmpty={({ rows }) => rows.length === 0}
      empty={empty}
    >
      {(shown) => (
        <div className={benefits.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
          <BenefitTable rows={shown.rows} onEdit={onEdit} onDelete={onDelete} />
          <KeyedPager
            noun={['benefit', 'benefits']}
            size={benefitsPerPage}
            shown={shown}
            count={count === undefined ? undefined : { value: count, capped: false }}
            keyOf={({ created_at, id }) => ({ value: created_at, id })}
            go={go}
          />
        </div>
      )}
    </QueryState>
  )
}
