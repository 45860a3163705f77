import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Dialog } from '@/components/dialog/dialog'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { type Factor, lacksCode } from '@/entities/session/assurance'
import { useFactors } from '@/entities/session/second-factor'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Requirement } from './requirement'

type Props = { admin: boolean; onAdd: () => void; onRemove: (factor: Factor) => void; onClose: () => void }

export function FactorList({ admin, onAdd, onRemove, onClose }: Props) {
  const factors = useFactors()
  const locked = lacksCode()
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
          {admin && !locked ? (
            <Button variant="primary" icon={<Plus />} onClick={onAdd}>
              Add an authenticator
            </Button>
          ) : null}
        </>
      }
    >
      <p className="text-ink-2">
        With an authenticator app, signing in needs its code after your password. A second one, on another
        device, is your way back when the first is lost.
      </p>
      {locked ? (
        <p>
          <Link className="link" to={paths.auth({ next: paths.profile })}>
            Enter a code
          </Link>{' '}
          to change your authenticators.
        </p>
      ) : null}
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
                  {locked ? null : (
                    <Button
                      variant="danger-quiet"
                      aria-label={`Remove ${factor.name}`}
                      onClick={() => onRemove(factor)}
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {admin ? <Requirement hasFactor={hasFactor} /> : null}
    </Dialog>
  )
}
