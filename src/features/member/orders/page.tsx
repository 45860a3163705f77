import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The orders of a member. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Order History" />
      <EmptyState title="This page is not open yet.">Your orders will be listed here.</EmptyState>
    </>
  )
}
