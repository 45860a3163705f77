import { Switch } from '@/components/form/checkbox'
import { toastSuccess } from '@/components/ui/toast'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { useChangeBenefit } from '@/entities/benefits/admin-mutations'
import { benefitErrorMessage, benefitUpdated } from '@/entities/benefits/messages'

export function StatusSwitch({ benefit }: { benefit: AdminBenefit }) {
  const change = useChangeBenefit()
  const active = change.isPending ? !benefit.is_active : benefit.is_active
  const word = active ? 'Active' : 'Inactive'
  const problem = change.isError ? benefitErrorMessage(change.error) : undefined

  function turn() {
    if (change.isPending) return
    change.mutate(
      { opened: benefit, changes: { is_active: !benefit.is_active } },
      { onSuccess: () => toastSuccess('Success', benefitUpdated) },
    )
  }

  return (
    <span className="grid max-md:-mt-3 max-md:-mb-2">
      <Switch
        label={word}
        aria-label={`${word}: ${benefit.name}`}
        checked={active}
        aria-busy={change.isPending || undefined}
        onChange={turn}
      />
      {problem ? (
        <span role="alert" className="text-xs font-medium text-danger">
          {problem}
        </span>
      ) : null}
    </span>
  )
}
