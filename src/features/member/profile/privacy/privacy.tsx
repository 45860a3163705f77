import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { QueryState } from '@/components/list/query-state'
import { textParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useDataCounts } from '@/entities/privacy/privacy'
import { deletionAskedAt, deletionDays, useProfile } from '@/entities/profiles/profile'
import { formatDateTime, formatDayOfMonth } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Consequences } from './consequences'
import { DeletionAlert } from './deletion-alert'
import { YourData } from './your-data'

const DeleteDialog = lazyDialog(() => import('./delete-dialog').then((m) => m.DeleteDialog))

export function Privacy() {
  const { data: profile } = useProfile()
  const counts = useDataCounts()
  const { state, set } = useUrlState({ confirm: textParam })
  const [isKept, setKept] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [day] = useState(() => new Date(Date.now() + deletionDays * 86_400_000))
  const at = profile?.deletes_at

  function finish(kept: boolean) {
    setKept(kept)
    set({ confirm: '' })
  }

  return (
    <div className="grid max-w-[720px] gap-10">
      <QueryState
        query={counts}
        pending={<Skeleton className="h-80" />}
        error={{ title: 'Your data could not be counted.', safe: 'Nothing was changed.' }}
      >
        {(found) =>
          profile ? (
            <>
              <div role="status" className="empty:hidden">
                <DeletionAlert
                  profile={profile}
                  counts={found}
                  token={state.confirm}
                  isKept={isKept}
                  day={day}
                  onDone={finish}
                />
              </div>
              <YourData counts={found} />
              <section aria-labelledby="delete-account">
                <h2
                  id="delete-account"
                  className="mb-2 flex min-h-[34px] items-center text-base/6 font-semibold"
                >
                  Delete your account
                </h2>
                <p className="mb-4 max-w-[66ch] text-ink-2">
                  {at
                    ? `You asked for it on ${formatDateTime(deletionAskedAt(at))}. This is what happens on ${formatDayOfMonth(at)}.`
                    : 'It takes 14 days. In that time you can change your mind with one click, and nothing is lost.'}
                </p>
                <Consequences counts={found} tokens={profile.current_tokens} />
                <p className="mt-3 text-xs text-ink-muted">
                  What is kept, why and for how long is on the page{' '}
                  <Link className="link" to={paths.privacy}>
                    Privacy
                  </Link>
                  .
                </p>
                {at ? null : (
                  <Button
                    variant="danger-quiet"
                    className="mt-5 -ml-4"
                    icon={<Trash2 />}
                    onClick={() => setAsking(true)}
                  >
                    Delete my account
                  </Button>
                )}
                {isAsking ? (
                  <DeleteDialog
                    frame={{ title: 'Delete your account?' }}
                    counts={found}
                    tokens={profile.current_tokens}
                    day={day}
                    onClose={() => setAsking(false)}
                  />
                ) : null}
              </section>
            </>
          ) : null
        }
      </QueryState>
    </div>
  )
}
