import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The counts of the house. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Overview" />
      <EmptyState title="This page is not open yet.">
        The counts and the system status will stand here.
      </EmptyState>
    </>
  )
}
