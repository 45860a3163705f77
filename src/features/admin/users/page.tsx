import { Coins, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { ExportCsvButton } from '@/components/list/export-csv-button'
import { FilterChip } from '@/components/list/filter-chip'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { oneOf, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { toastInfo } from '@/components/ui/toast'
import { useMembership } from '@/entities/payments/membership'
import {
  type ProfileGroup,
  profileGroups,
  useExportProfiles,
  useProfileCount,
} from '@/entities/profiles/admin-list'
import type { Profile } from '@/entities/profiles/profile'
import { csvTime, rowsToCsv, saveCsv } from '@/lib/csv'
import { formatCount } from '@/lib/format'
import { useAfterRun } from '@/widgets/operations/progress'
import { type UserAction, UserDialogs } from './actions/user-dialogs'
import { useOpenPerson } from './use-open-person'
import { useUserSort } from './user-columns'
import { UserList } from './user-list'

const PersonPanel = lazyDialog(() => import('./person/person-panel').then((m) => m.PersonPanel))

const GrantTokens = lazyDialog(() => import('./grants/grant-tokens').then((m) => m.GrantTokens))

const InviteByEmail = lazyDialog(() =>
  import('@/widgets/invitations/invite-by-email').then((m) => m.InviteByEmail),
)

const howUsersBegin =
  'User creation requires authentication setup. Users should sign up through the registration page.'

const params = { group: oneOf(profileGroups, '') }

export function UsersPage() {
  const { typed, search, setTyped } = useSearchText()
  const { state, set } = useUrlState(params)
  const { sort } = useUserSort()
  const count = useProfileCount()
  const canPay = (useMembership().data?.payments ?? 'off') !== 'off'
  // While payments are off, nothing mentions them (D61).
  const groups = profileGroups.filter((group) => canPay || group !== 'unpaid')
  const exported = useExportProfiles()
  const person = useOpenPerson()
  const [isGranting, setGranting] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const afterRun = useAfterRun()
  const [opened, setOpened] = useState<UserAction>()

  /** An account begins with an invitation. */
  function addUser() {
    toastInfo('Info', howUsersBegin)
    setInviting(true)
  }

  return (
    <>
      <PageHeader
        title="User Management"
        subtitle="Balance changes are recorded under your name, with their reason."
        actions={
          <>
            <ExportCsvButton
              busy={exported.isPending}
              onClick={() =>
                exported.mutate(
                  { search, group: state.group, sort },
                  { onSuccess: (users) => saveCsv('users', usersCsv(users)) },
                )
              }
            />
            <Button icon={<Coins />} onClick={() => setGranting(true)}>
              Grant tokens
            </Button>
            <Button icon={<UserPlus />} onClick={addUser}>
              Add User
            </Button>
          </>
        }
      />
      <div className="mb-3 flex flex-wrap gap-x-3 gap-y-2.5">
        <SearchField
          label="Search users"
          value={typed}
          onChange={setTyped}
          className="flex-1 max-md:basis-full md:max-w-[340px]"
        />
        <fieldset className="flex min-w-0 items-center gap-2 overflow-x-auto">
          <legend className="sr-only">Show</legend>
          {groups.map((group) => (
            <GroupChip
              key={group}
              group={group}
              pressed={group === state.group}
              onClick={() => set({ group: group === state.group ? '' : group })}
            />
          ))}
        </fieldset>
      </div>
      <section aria-labelledby="all-users">
        <div className="mb-2 flex min-h-[34px] flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="all-users" className="text-base font-semibold">
            All Users
          </h2>
          {count.data === undefined ? null : (
            <p className="figures text-ink-muted">{formatCount(count.data.value, 'registered user')}</p>
          )}
        </div>
        <UserList search={search} group={state.group} person={person} onAction={setOpened} />
      </section>
      {person.id ? (
        <PersonPanel
          key={person.id}
          frame={{ title: 'User', side: true }}
          id={person.id}
          onAction={setOpened}
          onClose={person.close}
        />
      ) : null}
      {isGranting ? (
        <GrantTokens
          frame={{ title: 'Grant tokens', wide: true }}
          onRun={afterRun}
          onClose={() => setGranting(false)}
        />
      ) : null}
      {isInviting ? (
        <InviteByEmail frame={{ title: 'Invite people', wide: true }} onClose={() => setInviting(false)} />
      ) : null}
      <UserDialogs
        opened={opened}
        onClose={() => setOpened(undefined)}
        onDeleted={(id) => id === person.id && person.close()}
      />
    </>
  )
}

const groupNames = { ending: 'Ending in 30 days', ended: 'Ended', unpaid: 'Never paid', admins: 'Admins' }

type ChipProps = { group: Exclude<ProfileGroup, ''>; pressed: boolean; onClick: () => void }

function GroupChip({ group, pressed, onClick }: ChipProps) {
  const { data } = useProfileCount('', group)
  return <FilterChip label={groupNames[group]} count={data?.value} pressed={pressed} onClick={onClick} />
}

function usersCsv(users: readonly Profile[]): string {
  return rowsToCsv(users, {
    Name: ({ name }) => name,
    Email: ({ email }) => email,
    Phone: ({ phone }) => phone,
    Role: ({ role }) => role,
    Tokens: ({ current_tokens }) => current_tokens,
    'Member until': ({ membership_end_date }) => csvTime(membership_end_date),
    Joined: ({ created_at }) => csvTime(created_at),
  })
}
