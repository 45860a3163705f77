import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The catalogue. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Browse Benefits" />
      <EmptyState title="This page is not open yet.">The benefits will be listed here by price.</EmptyState>
    </>
  )
}
