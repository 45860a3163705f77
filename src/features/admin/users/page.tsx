import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The members, for admins. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="User Management" />
      <EmptyState title="This page is not open yet.">Members will be managed here.</EmptyState>
    </>
  )
}
