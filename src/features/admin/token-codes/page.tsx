import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** Token codes, for admins. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Token Code Management" />
      <EmptyState title="This page is not open yet.">Token codes will be created here.</EmptyState>
    </>
  )
}
