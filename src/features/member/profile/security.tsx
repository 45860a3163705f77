import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'

const ChangePasswordDialog = lazyDialog(() =>
  import('./change-password-dialog').then((m) => m.ChangePasswordDialog),
)
const DevicesDialog = lazyDialog(() => import('./devices-dialog').then((m) => m.DevicesDialog))
const SecondFactor = lazyDialog(() => import('./second-factor/dialog').then((m) => m.SecondFactorDialog))

export function Security({ admin }: { admin: boolean }) {
  const [opened, setOpened] = useState<'password' | 'factor' | 'devices'>()
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
        <dt className="text-ink-muted">Second factor</dt>
        <dd>
          <button type="button" className="link" onClick={() => setOpened('factor')}>
            Manage authenticators
          </button>
        </dd>
        <dt className="text-ink-muted">Devices</dt>
        <dd>
          <button type="button" className="link" onClick={() => setOpened('devices')}>
            See where you are signed in
          </button>
        </dd>
      </dl>
      {opened === 'password' ? (
        <ChangePasswordDialog frame={{ title: 'Change password' }} onClose={close} />
      ) : null}
      {opened === 'factor' ? (
        <SecondFactor frame={{ title: 'Second factor' }} admin={admin} onClose={close} />
      ) : null}
      {opened === 'devices' ? (
        <DevicesDialog frame={{ title: 'Where you are signed in' }} onClose={close} />
      ) : null}
    </>
  )
}
