import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The ledger of a member. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Token History" />
      <EmptyState title="This page is not open yet.">
        Every token in and out, and the balance after it, will be listed here.
      </EmptyState>
    </>
  )
}
