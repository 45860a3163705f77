import { Plus } from 'lucide-react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { Factor } from '@/entities/session/assurance'
import { useMySecondFactor } from '@/entities/session/assurance'
import type { useCreateRecoveryCodes } from '@/entities/session/second-factor'
import { factorProblem, useFactors } from '@/entities/session/second-factor'
import { formatCount, formatDate } from '@/lib/format'

type Props = {
  admin: boolean
  codes: ReturnType<typeof useCreateRecoveryCodes>
  onAdd: () => void
  onRemove: (factor: Factor) => void
  onClose: () => void
}

export function FactorList({ admin, codes, onAdd, onRemove, onClose }: Props) {
  const factors = useFactors()
  const { data: mine } = useMySecondFactor()
  const hasFactor = factors.data !== undefined && factors.data.length > 0
  return (
    <Dialog
      title="Second factor"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={onAdd}>
            Add an authenticator
          </Button>
        </>
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
