import { useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { ChoiceField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { SumLine, SumTotal } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import {
  type AnnouncementInput,
  announcementProblem,
  audienceLabels,
  useAnnouncementDryRun,
  useSendAnnouncement,
} from '@/entities/announcements/announcements'
import { errorCode } from '@/lib/errors'
import { formatCount, formatDateTime, formatNumber } from '@/lib/format'
import { localTimeProblem } from '@/lib/local-time'

type Props = { input: AnnouncementInput; onClose: () => void; onSent: () => void }

const reasons: Record<string, string> = {
  unsubscribed: 'No more announcements wished',
  failed: 'Address failed three times',
  leaving: 'Account is being deleted',
}

/** Shows who would be written to and who would not, and then sends (D46, D67). */
export function ReviewDialog({ input, onClose, onSent }: Props) {
  const run = useAnnouncementDryRun(input)
  const send = useSendAnnouncement()
  const [id] = useState(() => crypto.randomUUID())
  const [when, setWhen] = useState('now')
  const [time, setTime] = useState('')
  const [timeProblem, setTimeProblem] = useState<string>()
  const written = run.data?.counts.written_to ?? 0

  function submit() {
    const problem =
      when === 'now'
        ? undefined
        : (localTimeProblem(time) ?? (Date.parse(time) < Date.now() ? 'Choose a time to come.' : undefined))
    setTimeProblem(problem)
    if (problem || !run.data) return
    send.mutate(
      { ...input, id, expected: written, at: when === 'now' ? null : new Date(time).toISOString() },
      {
        onSuccess: (at) => {
          toastSuccess(
            'Success',
            when === 'now'
              ? 'It leaves in a minute. Until then you can call it back.'
              : `It leaves on ${formatDateTime(at)}.`,
          )
          onSent()
        },
        onError: (error) => {
          if (errorCode(error) === 'numbers_differ') void run.refetch()
        },
      },
    )
  }

  return (
    <Dialog
      title={run.data ? `Send to ${formatCount(written, 'person', 'people')}` : 'Review and send'}
      description="Nothing has been sent yet. This is what would happen."
      busy={send.isPending}
      onClose={onClose}
      footer={
        <>
          <FormProblem>{send.error ? announcementProblem(send.error) : undefined}</FormProblem>
          <SubmitButtons
            cancel="Back"
            disabled={written === 0 || run.isFetching}
            busy={send.isPending}
            busyLabel="Sending..."
            onClick={submit}
          >
            {when === 'now' ? `Send to ${formatNumber(written)}` : 'Send at this time'}
          </SubmitButtons>
        </>
      }
    >
      <QueryState
        query={run}
        pending={<Skeleton className="h-60" />}
        error={{ title: 'The audience could not be counted.', safe: 'Nothing was sent.' }}
      >
        {({ counts, people }) => (
          <>
            <dl className="figures border-t border-ink">
              <SumLine name={audienceLabels[input.audience]} value={formatNumber(counts.people)} />
              {written < counts.people ? (
                <SumLine name="Left out" value={`−${formatNumber(counts.people - written)}`} />
              ) : null}
              {Object.entries(reasons).map(([reason, label]) => {
                const left = people.filter(
                  (one) => one.reason === reason && !one.by_email && !one.in_app,
                ).length
                return left > 0 ? (
                  <SumLine key={reason} isPart name={label} value={formatNumber(left)} />
                ) : null
              })}
              <SumTotal name="Will be written to" value={formatNumber(written)} />
              {input.byEmail ? <SumLine name="By email" value={formatNumber(counts.emails)} /> : null}
              {input.inApp ? <SumLine name="In the app" value={formatNumber(counts.notices)} /> : null}
            </dl>
            <section aria-label="People">
              <ul className="max-h-56 overflow-y-auto border-y border-line">
                {people.map((one) => (
                  <li
                    key={one.id}
                    className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 text-xs"
                  >
                    <span className="min-w-0 [overflow-wrap:anywhere]">
                      <bdi className="font-semibold">{one.name}</bdi>{' '}
                      <span className="text-ink-muted">{one.email}</span>
                    </span>
                    <span className={one.reason ? 'text-warning' : 'text-ink-muted'}>{whereTo(one)}</span>
                  </li>
                ))}
              </ul>
              {people.length < counts.people ? (
                <p className="mt-1 text-xs text-ink-muted">
                  {`${formatNumber(people.length)} of ${formatNumber(counts.people)} people, those with a reason first.`}
                </p>
              ) : null}
            </section>
            <ChoiceField
              label="When"
              name="when"
              value={when}
              onChange={({ target }) => setWhen(target.value)}
              choices={[
                { value: 'now', label: 'Now', hint: 'Can be called back for one minute' },
                { value: 'later', label: 'At a time', hint: 'Who gets it is counted again then' },
              ]}
            />
            {when === 'later' ? (
              <TextField
                label="Time"
                type="datetime-local"
                value={time}
                error={timeProblem}
                onChange={({ target }) => setTime(target.value)}
              />
            ) : null}
          </>
        )}
      </QueryState>
    </Dialog>
  )
}

type Person = { by_email: boolean; in_app: boolean; reason: string | null }

function whereTo({ by_email, in_app, reason }: Person): string {
  const places = [by_email ? 'email' : '', in_app ? 'in the app' : ''].filter(Boolean).join(', ')
  const why = reason ? (reasons[reason] ?? reason) : ''
  return places && why ? `${places}; no email: ${why}` : places || why
}
