import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { AuthenticatorSelect, OneTimeCodeField } from '@/components/form/one-time-code-field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import { type Factor, useMySecondFactor } from '@/entities/session/assurance'
import {
  factorProblem,
  useCodeEntry,
  useCreateRecoveryCodes,
  useFactors,
  useRemoveFactor,
} from '@/entities/session/second-factor'
import { formatCount, formatDate } from '@/lib/format'
import { AddFactor } from './add-factor'
import { RecoveryCodes } from './recovery-codes'

type Props = { admin: boolean; onClose: () => void }

export function SecondFactorDialog({ admin, onClose }: Props) {
  const [view, setView] = useState<'list' | 'add' | Factor>('list')
  const create = useCreateRecoveryCodes()
  const back = () => setView('list')

  /** Whoever adds the first authenticator receives recovery codes (D54). */
  function handleAdded(isFirst: boolean) {
    back()
    if (isFirst) create.mutate()
  }

  if (create.data) return <RecoveryCodes codes={create.data} onKept={create.reset} onClose={onClose} />
  if (view === 'add') return <AddFactor onAdded={handleAdded} onBack={back} onClose={onClose} />
  if (view !== 'list') return <RemoveFactor admin={admin} factor={view} onBack={back} onClose={onClose} />
  return (
    <FactorList
      admin={admin}
      codes={create}
      onAdd={() => setView('add')}
      onRemove={setView}
      onClose={onClose}
    />
  )
}

type FactorListProps = {
  admin: boolean
  codes: ReturnType<typeof useCreateRecoveryCodes>
  onAdd: () => void
  onRemove: (factor: Factor) => void
  onClose: () => void
}

function FactorList({ admin, codes, onAdd, onRemove, onClose }: FactorListProps) {
  const factors = useFactors()
  const { data: mine } = useMySecondFactor()
  const hasFactor = factors.data !== undefined && factors.data.length > 0
  return (
    <Dialog
      title="Second factor"
      onClose={onClose}
      footer={
        <SubmitButtons cancel="Close" icon={<Plus />} onClick={onAdd}>
          Add an authenticator
        </SubmitButtons>
      }
    >
      <p className="text-ink-2">
        With an authenticator app, signing in needs its code after your password. When the app is lost, a
        recovery code or a second authenticator on another device is your way back.
      </p>
      <QueryState
        query={factors}
        pending={<Skeleton className="h-16" />}
        error={{ title: 'Your authenticators could not be loaded.' }}
      >
        {(found) =>
          found.length === 0 ? (
            <p className="text-ink-muted">You have no authenticator yet.</p>
          ) : (
            <ul aria-label="Your authenticators" className="border-t border-line">
              {found.map((factor) => (
                <li key={factor.id} className="flex items-center gap-3 border-b border-line py-2.5">
                  <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                    <bdi className="font-semibold">{factor.name}</bdi>
                    <span className="block text-xs text-ink-muted">Added {formatDate(factor.addedAt)}</span>
                  </span>
                  <Button
                    variant="danger-quiet"
                    aria-label={`Remove ${factor.name}`}
                    onClick={() => onRemove(factor)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {hasFactor && mine ? (
        <div className="flex items-center gap-3 max-md:flex-wrap">
          <p className="min-w-0 flex-1">
            <span className="block font-semibold">Recovery codes</span>
            <span>
              {mine.recovery_codes > 0 ? `${formatCount(mine.recovery_codes, 'code')} left` : 'None yet'}
            </span>
          </p>
          <Button busy={codes.isPending} busyLabel="Creating..." onClick={() => codes.mutate()}>
            {mine.recovery_codes > 0 ? 'Replace recovery codes' : 'Create recovery codes'}
          </Button>
        </div>
      ) : null}
      <FormProblem>{factorProblem(codes.error)}</FormProblem>
      {admin && hasFactor && mine?.required && !mine.approved ? (
        <p>Another admin must approve your authenticator. Until then you have the rights of a member.</p>
      ) : null}
    </Dialog>
  )
}

type RemoveFactorProps = { admin: boolean; factor: Factor; onBack: () => void; onClose: () => void }

function RemoveFactor({ admin, factor, onBack, onClose }: RemoveFactorProps) {
  const { data: factors = [] } = useFactors()
  // The removed one may be lost; a code of another also shows that it works.
  const others = factors.filter(({ id }) => id !== factor.id)
  const [id, setId] = useState(others[0]?.id ?? factor.id)
  const code = useCodeEntry()
  const remove = useRemoveFactor()
  const required = useMySecondFactor().data?.required

  function submit() {
    if (!code.check()) return
    remove.mutate(
      { removed: factor.id, id, code: code.field.value },
      {
        onSuccess: () => {
          toastSuccess('Success', 'The authenticator was removed.')
          onBack()
        },
        onError: code.refuse,
      },
    )
  }

  return (
    <Dialog
      title="Remove this authenticator?"
      busy={remove.isPending}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <SubmitButtons onCancel={onBack} variant="danger" busy={remove.isPending} busyLabel="Removing...">
          Remove
        </SubmitButtons>
      }
    >
      <p className="text-ink-2">
        <bdi className="font-semibold">{factor.name}</bdi> no longer signs you in. Enter a{' '}
        {others.length > 0 ? 'code from an authenticator that you have at hand' : 'last code from it'}.
      </p>
      {admin && required && others.length === 0 ? (
        <p>
          Admins need a second factor: without this one you have the rights of a member, and another admin
          must approve the next one that you add.
        </p>
      ) : null}
      <AuthenticatorSelect factors={[...others, factor]} value={id} onChange={setId} />
      <OneTimeCodeField {...code.field} />
      <FormProblem>{factorProblem(remove.error)}</FormProblem>
    </Dialog>
  )
}
