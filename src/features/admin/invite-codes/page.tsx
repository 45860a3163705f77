import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** Invite codes, for admins. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Invite Code Management" />
      <EmptyState title="This page is not open yet.">Invite codes will be created here.</EmptyState>
    </>
  )
}
