import { Coins, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { SearchField } from '@/components/list/search-field'
import { useSearchText } from '@/components/list/use-search-text'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { toastInfo } from '@/components/ui/toast'
import { useProfileCount } from '@/entities/profiles/admin-list'
import { formatCount } from '@/lib/format'
import { useAfterRun } from '@/widgets/operations/use-after-run'
import { type UserAction, UserDialogs } from './actions/user-dialogs'
import { useOpenPerson } from './use-open-person'
import { UserList } from './user-list'

const PersonPanel = lazyDialog(() => import('./person/person-panel').then((m) => m.PersonPanel))

const GrantTokens = lazyDialog(() => import('./grants/grant-tokens').then((m) => m.GrantTokens))

const howUsersBegin =
  'User creation requires authentication setup. Users should sign up through the registration page.'

export function UsersPage() {
  const { typed, search, setTyped } = useSearchText()
  const count = useProfileCount()
  const person = useOpenPerson()
  const [isGranting, setGranting] = useState(false)
  const afterRun = useAfterRun()
  const [opened, setOpened] = useState<UserAction>()

  return (
    <>
      <PageHeader
        title="User Management"
        subtitle="Balance changes are recorded under your name, with their reason."
        actions={
          <>
            <SearchField label="Search users" value={typed} onChange={setTyped} className="md:w-[280px]" />
            <Button icon={<Coins />} onClick={() => setGranting(true)}>
              Grant tokens
            </Button>
            <Button icon={<UserPlus />} onClick={() => toastInfo('Info', howUsersBegin)}>
              Add User
            </Button>
          </>
        }
      />
      <section aria-labelledby="all-users">
        <div className="mb-2 flex min-h-[34px] flex-wrap items-center gap-x-4">
          <h2 id="all-users" className="text-base font-semibold">
            All Users
          </h2>
          {count.data === undefined ? null : (
            <p className="figures text-ink-muted">{formatCount(count.data.value, 'registered user')}</p>
          )}
        </div>
        <UserList search={search} person={person} onAction={setOpened} />
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
      <UserDialogs
        opened={opened}
        onClose={() => setOpened(undefined)}
        onDeleted={(id) => id === person.id && person.close()}
      />
    </>
  )
}
