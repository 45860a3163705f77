import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The orders, for admins. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Order Management" />
      <EmptyState title="This page is not open yet.">Orders will be managed here.</EmptyState>
    </>
  )
}
