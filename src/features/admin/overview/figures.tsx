import { CountStrip } from '@/components/count-strip'
import { LoadError } from '@/components/load-error'
import { type Counts, useCounts } from '@/entities/overview'
import { paths } from '@/lib/paths'

const figures: { id: keyof Counts; label: string; to: string }[] = [
  { id: 'users', label: 'Total Users', to: paths.adminUsers },
  { id: 'benefits', label: 'Benefits', to: paths.adminBenefits },
  { id: 'orders', label: 'Total Orders', to: paths.adminOrders },
  { id: 'pending', label: 'Pending Orders', to: `${paths.adminOrders}?status=pending` },
  { id: 'tokenCodes', label: 'Token Codes', to: paths.adminTokenCodes },
  { id: 'inviteCodes', label: 'Invite Codes', to: paths.adminInviteCodes },
]

/** The six exact counts; each leads to its list. */
export function Figures() {
  const { data, isError, isFetching, refetch } = useCounts()
  if (isError && data === undefined) {
    return (
      <LoadError
        title="Failed to load dashboard statistics."
        busy={isFetching}
        onRetry={() => void refetch()}
      >
        The lists behind the figures are in the menu.
      </LoadError>
    )
  }
  return (
    <CountStrip
      label="Statistics"
      className="max-md:[&>li]:!basis-[40%]"
      counts={figures.map((figure) => ({ ...figure, value: data?.[figure.id] }))}
    />
  )
}
