import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Fact } from '@/components/ui/sum'

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
      <Fact name="Password">
        <button type="button" className="link" onClick={() => setOpened('password')}>
          Change password
        </button>
      </Fact>
      <Fact name="Second factor">
        <button type="button" className="link" onClick={() => setOpened('factor')}>
          Manage authenticators
        </button>
      </Fact>
      <Fact name="Devices">
        <button type="button" className="link" onClick={() => setOpened('devices')}>
          See where you are signed in
        </button>
      </Fact>
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
