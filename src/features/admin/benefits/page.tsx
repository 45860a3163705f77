import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The catalogue, for admins. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Benefit Management" />
      <EmptyState title="This page is not open yet.">Benefits will be created and edited here.</EmptyState>
    </>
  )
}
