import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The logo of the mails. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Email Branding" />
      <EmptyState title="This page is not open yet.">The logo of the mails will be chosen here.</EmptyState>
    </>
  )
}
