import { Mail, Package, Plus, ShieldAlert, Ticket } from 'lucide-react'
import { LinkButton } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { PageHeader } from '@/components/ui/page-header'
import { useToday } from '@/entities/overview/overview'
import { ownFactors } from '@/entities/session/assurance'
import { formatLongDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { TokenFlow } from './charts/token-flow'
import { OverviewStats, Revenue } from './figures'
import { FirstSteps } from './first-steps'
import { SystemStatus } from './system-status'
import { Today } from './today'

export function OverviewPage() {
  const { isPending } = useToday()
  return (
    <>
      <PageHeader title="Overview" subtitle={formatLongDate(new Date())} />
      {ownFactors().length === 0 ? <NoSecondFactor /> : null}
      <FirstSteps />
      <Today />
      {/* On a phone, the rows of today would move it down by a screen when they arrive. */}
      <div className={isPending ? 'max-md:hidden' : undefined}>
        <OverviewStats />
        <div className="mt-11 grid grid-cols-[minmax(0,1fr)] gap-11 @min-[53.75rem]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)] @min-[53.75rem]:gap-12">
          <TokenFlow className="min-w-0" />
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-11 @min-[37.5rem]:@max-[53.6875rem]:grid-cols-2">
            <Revenue />
            <SystemStatus />
            <section>
              <h2 className="section-title">Quick Actions</h2>
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
          </div>
        </div>
      </div>
    </>
  )
}

/** Shown before a second factor is required (D54). */
function NoSecondFactor() {
  return (
    <div className="mb-7">
      <InlineAlert
        tone="warning"
        icon={<ShieldAlert />}
        title="Your account has no second factor."
        action={
          <LinkButton size="sm" to={paths.profile}>
            Set it up
          </LinkButton>
        }
      >
        Whoever knows your password is an admin. Once admins need one, you can do nothing here without it.
      </InlineAlert>
    </div>
  )
}
