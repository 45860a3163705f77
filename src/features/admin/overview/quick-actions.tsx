import { ImageUp, Mail, Package, Plus, Ticket, UsersRound } from 'lucide-react'
import { LinkButton } from '@/components/ui/link-button'
import { paths } from '@/lib/paths'

/** Where an admin's work begins, as links (D23). */
export function QuickActions() {
  return (
    <section>
      <h2 className="mb-2 flex min-h-[34px] items-center text-base font-semibold">Quick Actions</h2>
      <div className="flex flex-wrap gap-2.5 border-t border-t-ink pt-4 max-md:[&>a]:w-full max-md:[&>a]:justify-start">
        <LinkButton size="sm" to={`${paths.adminOrders}?status=pending`} icon={<Package />}>
          Review pending orders
        </LinkButton>
        <LinkButton size="sm" to={`${paths.adminBenefits}?new`} icon={<Plus />}>
          Add Benefit
        </LinkButton>
        <LinkButton size="sm" to={paths.adminTokenCodes} icon={<Ticket />}>
          Manage token codes
        </LinkButton>
        <LinkButton size="sm" to={paths.adminInviteCodes} icon={<Mail />}>
          Manage invite codes
        </LinkButton>
        <LinkButton size="sm" to={paths.adminUsers} icon={<UsersRound />}>
          Manage users
        </LinkButton>
        <LinkButton size="sm" to={paths.adminEmailBranding} icon={<ImageUp />}>
          Change the e-mail logo
        </LinkButton>
      </div>
    </section>
  )
}
