import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** Name, phone, membership. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Your Profile" />
      <EmptyState title="This page is not open yet.">Your name and phone will be edited here.</EmptyState>
    </>
  )
}
