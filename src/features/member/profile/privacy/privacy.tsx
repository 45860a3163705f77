import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { QueryState } from '@/components/list/query-state'
import { textParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact } from '@/components/ui/sum'
import { useDataDownload } from '@/entities/privacy/download'
import { dataParts } from '@/entities/privacy/parts'
import { type DataCounts, useDataCounts } from '@/entities/privacy/privacy'
import { deletionAskedAt, deletionDays, useProfile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'
import { formatCount, formatDateTime, formatDayOfMonth, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { formatSize } from '@/lib/save-file'
import { Consequences } from './consequences'
import { DeletionAlert } from './deletion-alert'

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
        {(data) =>
          profile ? (
            <>
              <div role="status" className="empty:hidden">
                <DeletionAlert
                  profile={profile}
                  counts={data}
                  token={state.confirm}
                  isKept={isKept}
                  day={day}
                  onDone={finish}
                />
              </div>
              <YourData counts={data} />
              <section aria-labelledby="delete-account">
                <h2 id="delete-account" className="section-title">
                  Delete your account
                </h2>
                <p className="mb-4 max-w-[66ch] text-ink-2">
                  {at
                    ? `You asked for it on ${formatDateTime(deletionAskedAt(at))}. This is what happens on ${formatDayOfMonth(at)}.`
                    : 'It takes 14 days. In that time you can change your mind with one click, and nothing is lost.'}
                </p>
                <Consequences counts={data} tokens={profile.current_tokens} />
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
                    counts={data}
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

function YourData({ counts }: { counts: DataCounts }) {
  const { start, cancel, isPending, progress, archiveInfo } = useDataDownload()
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data" className="section-title">
        Your data
      </h2>
      <p className="mb-4 max-w-[66ch] text-ink-2">
        One file with everything {brand.name} holds about you, in a form that people and programs can read.
      </p>
      <dl className="border-t border-ink">
        <Fact name="In it">
          {`Profile, ${formatCount(counts.orders, 'order')} with the keys you have opened, ${formatCount(counts.entries, 'transaction')}, ${counts.payments > 0 ? `${formatCount(counts.payments, 'payment')}, ` : ''}${formatCount(counts.notices, 'notification')}, ${formatCount(counts.invitations, 'invitation')}, sign-ins`}
        </Fact>
        <Fact name="Form">ZIP with JSON and CSV</Fact>
        {archiveInfo ? (
          <Fact name="Made">{`${formatDateTime(archiveInfo.at.toISOString())}, ${formatSize(archiveInfo.size)}`}</Fact>
        ) : null}
      </dl>
      <p role="status" className="mt-3 min-h-6 text-ink-2">
        {isPending && progress
          ? `Being put together: ${dataParts[progress.part]}${progress.rows > 0 ? `, ${formatNumber(progress.rows)}` : ''}`
          : archiveInfo && !isPending
            ? 'Your data has been saved on this device.'
            : ''}
      </p>
      <div className="mt-2 flex gap-2.5">
        <Button icon={<Download />} busy={isPending} busyLabel="Being put together..." onClick={start}>
          Download my data
        </Button>
        {isPending ? (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </section>
  )
}
