import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** Turns a token code into tokens. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Redeem Codes" />
      <EmptyState title="This page is not open yet.">Token codes will be redeemed here.</EmptyState>
    </>
  )
}
