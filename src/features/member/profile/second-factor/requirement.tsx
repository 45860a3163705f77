import { FormProblem } from '@/components/form/form-problem'
import { Switch } from '@/components/form/switch'
import { toastSuccess } from '@/components/ui/toast'
import { hasCode } from '@/entities/session/assurance'
import { factorProblem, useRequirement, useSaveRequirement } from '@/entities/session/second-factor'

/** The database enforces that only a session with the second factor changes it. */
export function Requirement({ hasFactor }: { hasFactor: boolean }) {
  const requirement = useRequirement()
  const save = useSaveRequirement()
  if (requirement.data === undefined) return null
  const mayChange = hasFactor && hasCode()
  const required = save.isPending ? save.variables : requirement.data

  function change(next: boolean) {
    save.mutate(next, {
      onSuccess: () =>
        toastSuccess(
          'Success',
          next ? 'Admins now need a second factor to change anything.' : 'Admins need no second factor.',
        ),
    })
  }

  return (
    <div className="grid gap-3 rounded bg-surface-sunk px-3.5 py-3">
      <Switch
        label="Require a second factor for admins"
        hint={
          mayChange
            ? 'Without one, admins can read lists, and change, reveal and export nothing.'
            : 'To change this, sign in with a code from your own authenticator.'
        }
        checked={required}
        disabled={!mayChange || save.isPending}
        onChange={({ target }) => change(target.checked)}
      />
      <FormProblem>{factorProblem(save.error)}</FormProblem>
    </div>
  )
}
