import { Mail, Package, Plus, Ticket } from 'lucide-react'
import { LinkButton } from '@/components/ui/link-button'
import { paths } from '@/lib/paths'

export function QuickActions({ className }: { className?: string }) {
  return (
    <section className={className}>
      <h2 className="mb-2 flex min-h-[34px] items-center text-base font-semibold">Quick Actions</h2>
      <div className="flex flex-wrap gap-2 max-md:[&>a]:w-full max-md:[&>a]:justify-start">
        <LinkButton size="sm" to={`${paths.adminOrders}?status=pending`} icon={<Package />}>
          Review pending orders
        </LinkButton>
        <LinkButton size="sm" to={`${paths.adminBenefits}?new`} icon={<Plus />}>
          Add Benefit
        </LinkButton>
        <LinkButton size="sm" to={`${paths.adminTokenCodes}?new`} icon={<Ticket />}>
          Create token code
        </LinkButton>
        <LinkButton size="sm" to={`${paths.adminInviteCodes}?new`} icon={<Mail />}>
          Create invite code
        </LinkButton>
      </div>
    </section>
  )
}
