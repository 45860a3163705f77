import { useRef, useState } from 'react'
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
  preferenceFor,
  useNotificationPreferences,
  useSavePreferences,
} from '@/entities/notifications/preferences'
import { useProfile } from '@/entities/profiles/profile'
import { NotificationTable } from './notification-table'

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
      <h2
        ref={title}
        id="notification-settings"
        tabIndex={-1}
        className="mb-2 flex min-h-[34px] items-center text-base/6 font-semibold outline-none"
      >
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
