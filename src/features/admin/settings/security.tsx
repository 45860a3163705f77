import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Switch } from '@/components/form/checkbox'
import { FormProblem } from '@/components/form/field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { QueryState } from '@/components/list/query-state'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import { factorProblem } from '@/entities/session/second-factor'
import { useUser } from '@/entities/session/session'
import { type Settings, useAdminFactors, useSaveSettings } from '@/entities/settings/settings'
import { formatDate } from '@/lib/format'
import { Section, SectionFooter } from './section'

const key = 'require_second_factor'

/** The database enforces that only a session with the second factor changes it, and that every admin has one first (D54). */
export function Security({ settings }: { settings: Settings }) {
  const user = useUser()
  const admins = useAdminFactors()
  const save = useSaveSettings()
  const stored = settings.values[key] === '1'
  const [requested, setRequested] = useState<boolean>()
  const required = requested ?? stored
  const without = admins.data?.filter(({ authenticators }) => authenticators === 0) ?? []
  const own = admins.data?.find(({ id }) => id === user.id)
  const isDirty = required !== stored

  function submit() {
    const change = { opened: { [key]: stored ? '1' : '0' }, values: { [key]: required ? '1' : '0' } }
    save.mutate(change, {
      onSuccess: () => {
        setRequested(undefined)
        toastSuccess(
          'Success',
          required ? 'Admins now need a second factor.' : 'Admins need no second factor.',
        )
      },
    })
  }

  return (
    <Section title="Security" intro="A second factor for everybody behind the counter.">
      <div className="grid gap-5">
        <UnsavedGuard isDirty={isDirty} />
        <Switch
          label="Require a second factor for admins"
          hint={admins.data && hintFor(own?.authenticators ?? 0, without.length, admins.data.length)}
          checked={required}
          disabled={!own?.authenticators || (without.length > 0 && !required) || save.isPending}
          onChange={({ target }) => setRequested(target.checked)}
        />
        <QueryState
          query={admins}
          pending={<Skeleton className="h-24" />}
          error={{ title: 'The admins could not be loaded.', safe: 'Nothing was changed.' }}
        >
          {(rows) => (
            <ul aria-label="Admins" className="border-t border-line">
              {rows.map(({ id, name, email, authenticators, since }) => (
                <li key={id} className="flex flex-wrap items-center gap-3 border-b border-line py-2.5">
                  <Avatar name={name} />
                  <span className="min-w-0 flex-1 basis-40 font-semibold [overflow-wrap:anywhere]">
                    <bdi>{name}</bdi>
                    {id === user.id ? <span className="font-normal text-ink-muted"> (you)</span> : null}
                  </span>
                  {authenticators > 0 ? (
                    <span className="flex items-center gap-1.5 text-accent">
                      <ShieldCheck className="size-4" />
                      Authenticator app, since {formatDate(since)}
                    </span>
                  ) : (
                    <span className="flex items-center gap-1.5 text-warning">
                      <ShieldAlert className="size-4" />
                      None yet
                      {id === user.id ? null : (
                        <a className="link ml-2" href={reminder(email)}>
                          Remind
                          <span className="sr-only">
                            {' '}
                            <bdi>{name}</bdi>
                          </span>
                        </a>
                      )}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryState>
        <FormProblem>{factorProblem(save.error)}</FormProblem>
        <SectionFooter
          note={
            <>
              <b className="font-semibold">For all admins, at their next action.</b> Without one they have the
              rights of a member.
            </>
          }
        >
          <Button
            variant={isDirty ? 'primary' : undefined}
            disabled={!isDirty}
            busy={save.isPending}
            busyLabel="Saving..."
            onClick={submit}
          >
            Save
          </Button>
        </SectionFooter>
      </div>
    </Section>
  )
}

function hintFor(own: number, without: number, all: number): string | undefined {
  if (own === 0) return 'To change this, add an authenticator of your own first: Your Profile, Second factor.'
  return without > 0 ? `Can be turned on once all ${all} admins have one.` : undefined
}

/** Written by the admin's own mail program. */
function reminder(email: string): string {
  const subject = encodeURIComponent('Please add a second factor')
  const body = encodeURIComponent(
    `Admins will need a second factor. You can add one under Your Profile, Second factor: ${window.location.origin}/dashboard/profile`,
  )
  return `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${body}`
}
