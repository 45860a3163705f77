import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { adminBenefitsLoadFailure } from '@/entities/benefits/messages'
import { type BenefitSettings, useBenefitSettings } from '@/entities/benefits/settings'
import { paths } from '@/lib/paths'
import { BenefitForm } from './form'

export function AdminBenefitPage() {
  const { id = '' } = useParams()
  const benefit = useBenefitSettings(id)
  return (
    <QueryState
      query={benefit}
      pending={
        <>
          <BackLink to={paths.adminBenefits}>Benefits</BackLink>
          <PageHeader title="Benefit" />
          <Skeleton className="h-80" />
        </>
      }
      error={{ title: adminBenefitsLoadFailure, safe: 'Nothing was changed.' }}
    >
      {(data) =>
        data ? (
          // Another benefit has a form of its own.
          <EditableBenefit key={data.id} saved={data} />
        ) : (
          <>
            <BackLink to={paths.adminBenefits}>Benefits</BackLink>
            <PageHeader title="Benefit" />
            <EmptyState title="Benefit not found.">This link doesn't point to a benefit.</EmptyState>
          </>
        )
      }
    </QueryState>
  )
}

function EditableBenefit({ saved }: { saved: BenefitSettings }) {
  const [version, setVersion] = useState(0)
  // Discarding removes the pressed button.
  useEffect(() => {
    if (version > 0) document.querySelector<HTMLElement>('h1')?.focus()
  }, [version])
  return <BenefitForm key={version} saved={saved} onDiscard={() => setVersion(version + 1)} />
}
