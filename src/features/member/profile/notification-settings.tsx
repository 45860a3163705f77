import { useRef, useState } from 'react'
import { Checkbox } from '@/components/form/checkbox'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import {
  adminGroups,
  type Channel,
  type Choices,
  memberGroups,
  type NotificationGroup,
  preferenceFor,
  useNotificationPreferences,
  useSavePreferences,
} from '@/entities/notifications/preferences'
import { useProfile } from '@/entities/profiles/profile'

const channels: { id: Channel; head: string; spokenName: string }[] = [
  { id: 'in_app', head: 'In app', spokenName: 'in app' },
  { id: 'by_email', head: 'By email', spokenName: 'by email' },
]

type Props = {
  groups: readonly NotificationGroup[]
  isChosen: (group: NotificationGroup, channel: Channel) => boolean
  onChoose: (id: string, channel: Channel, value: boolean) => void
}

/** A table on phones too. */
function NotificationTable({ groups, isChosen, onChoose }: Props) {
  return (
    <table className="w-full border-separate border-spacing-0">
      <thead className="text-xs/4 text-ink-muted [&_th]:border-t [&_th]:border-b [&_th]:border-t-ink [&_th]:border-b-line-strong">
        <tr>
          <th scope="col" className="pt-2.5 pb-[9px] pl-3 text-left font-medium max-md:pl-0">
            Tell me about
          </th>
          {channels.map(({ id, head }) => (
            <th key={id} scope="col" className="w-21 border-l border-l-line font-medium max-md:w-16">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.id}>
            <th
              scope="row"
              className="border-b border-line py-3.5 pr-4 pl-3 text-left font-normal max-md:py-2.5 max-md:pl-0"
            >
              <span className="block leading-5 font-semibold">{group.label}</span>
              <span className="mt-0.5 block text-xs/4 text-ink-muted">{group.hint}</span>
            </th>
            {channels.map(({ id, spokenName }) => (
              <td key={id} className="border-b border-l border-line">
                <div className="grid place-items-center">
                  <Checkbox
                    label={`${group.label}: ${spokenName}`}
                    checked={isChosen(group, id)}
                    disabled={group.locked && id === 'in_app'}
                    onChange={({ currentTarget }) => onChoose(group.id, id, currentTarget.checked)}
                  />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Unsaved choices survive a refresh and a failure; a choice equal to the stored one is no change. */
export function NotificationSettings() {
  const { data: profile } = useProfile()
  const stored = useNotificationPreferences()
  const groups = profile?.role === 'admin' ? [...memberGroups, ...adminGroups] : memberGroups
  const save = useSavePreferences(groups)
  const [choices, setChoices] = useState<Choices>({})
  const title = useRef<HTMLHeadingElement>(null)

  const isChosen = (group: (typeof groups)[number], channel: Channel) =>
    choices[group.id]?.[channel] ?? preferenceFor(group, stored.data ?? [])[channel]

  function choose(id: string, channel: Channel, value: boolean) {
    setChoices((now) => ({ ...now, [id]: { ...now[id], [channel]: value } }))
  }

  // The buttons that had the focus are disabled then.
  const leaveButtons = () => title.current?.focus()

  const isChanged = groups.some((group) =>
    Object.entries(choices[group.id] ?? {}).some(
      ([channel, value]) => value !== preferenceFor(group, stored.data ?? [])[channel as Channel],
    ),
  )

  return (
    <section aria-labelledby="notification-settings" className="max-w-[720px]">
      <h2 ref={title} id="notification-settings" tabIndex={-1} className="section-title outline-none">
        Notification settings
      </h2>
      <QueryState
        query={stored}
        pending={<Skeleton className="h-80" />}
        error={{ title: 'Your choices could not be loaded.', safe: 'You are notified as before.' }}
      >
        {() => (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              save.mutate(choices, {
                onSuccess: () => {
                  setChoices((now) => (now === choices ? {} : now))
                  leaveButtons()
                  toastSuccess('Notifications Updated', 'Your choices have been saved.')
                },
              })
            }}
          >
            <UnsavedGuard isDirty={isChanged} />
            <NotificationTable groups={groups} isChosen={isChosen} onChoose={choose} />
            <p className="mt-3 text-xs text-ink-muted">
              The boxes that cannot be changed protect your tokens and your account. The email with a delivery
              is always sent. Emails go to <span translate="no">{profile?.email}</span>.
            </p>
            <div className="mt-5 flex gap-2.5">
              <Button
                type="submit"
                variant="primary"
                disabled={!isChanged}
                busy={save.isPending}
                busyLabel="Saving..."
              >
                Save changes
              </Button>
              <Button
                variant="quiet"
                disabled={!isChanged || save.isPending}
                onClick={() => {
                  setChoices({})
                  leaveButtons()
                }}
              >
                Undo
              </Button>
            </div>
          </form>
        )}
      </QueryState>
    </section>
  )
}
