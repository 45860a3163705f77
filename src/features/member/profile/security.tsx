import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'

const ChangePasswordDialog = lazyDialog(() =>
  import('./change-password-dialog').then((m) => m.ChangePasswordDialog),
)
const LeaveEverywhere = lazyDialog(() =>
  import('./sign-out-everywhere-dialog').then((m) => m.SignOutEverywhereDialog),
)

export function Security() {
  const [opened, setOpened] = useState<'password' | 'leave'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <dl className="grid max-w-[440px] grid-cols-[minmax(0,136px)_1fr] [&>*]:border-b [&>*]:border-line [&>*]:py-2.5 max-md:[&>*]:py-3">
        <dt className="text-ink-muted">Password</dt>
        <dd>
          <button type="button" className="link" onClick={() => setOpened('password')}>
            Change password
          </button>
        </dd>
        <dt className="text-ink-muted">Devices</dt>
        <dd>
          <button type="button" className="link" onClick={() => setOpened('leave')}>
            Sign out everywhere
          </button>
        </dd>
      </dl>
      {opened === 'password' ? (
        <ChangePasswordDialog frame={{ title: 'Change password' }} onClose={close} />
      ) : null}
      {opened === 'leave' ? (
        <LeaveEverywhere frame={{ title: 'Sign out everywhere?' }} onClose={close} />
      ) : null}
    </>
  )
}
