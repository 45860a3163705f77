import { EmptyState } from '@/components/empty-state'
import { PageHeader } from '@/components/page-header'

/** The member overview. Not built yet: it says so. */
export function Component() {
  return (
    <>
      <PageHeader title="Dashboard" />
      <EmptyState title="This page is not open yet.">
        Your balance and every other page of the membership are in the menu.
      </EmptyState>
    </>
  )
}
