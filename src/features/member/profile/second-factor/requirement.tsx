import { FormProblem } from '@/components/form/form-problem'
import { Switch } from '@/components/form/switch'
import { toastSuccess } from '@/components/ui/toast'
import { factorProblem, useSaveRequirement } from '@/entities/session/second-factor'

type Props = { required: boolean; hasFactor: boolean }

/** The database enforces that only a session with the second factor changes it, and that every admin has one first (D54). */
export function Requirement({ required, hasFactor }: Props) {
  const save = useSaveRequirement()

  function change(next: boolean) {
    save.mutate(next, {
      onSuccess: () =>
        toastSuccess('Success', next ? 'Admins now need a second factor.' : 'Admins need no second factor.'),
    })
  }

  return (
    <div className="grid gap-3 rounded bg-surface-sunk px-3.5 py-3">
      <Switch
        label="Require a second factor for admins"
        hint={
          hasFactor
            ? 'Possible once every admin has one. An admin without one then has the rights of a member.'
            : 'To change this, add an authenticator of your own first.'
        }
        checked={save.isPending ? save.variables : required}
        disabled={!hasFactor || save.isPending}
        onChange={({ target }) => change(target.checked)}
      />
      <FormProblem>{factorProblem(save.error)}</FormProblem>
    </div>
  )
}
