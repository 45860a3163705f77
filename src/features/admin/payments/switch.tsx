import { Switch as SwitchField } from '@/components/form/checkbox'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { useConnection } from '@/entities/payments/admin'
import { useSaveSettings, useSettings } from '@/entities/settings/settings'

const key = 'payments_on'

/** Turns payments on once Stripe is connected; off, everything is as before (D61). */
export function Switch() {
  return (
    <div className="mb-6 border-y border-line py-4">
      <QueryState
        query={useSettings()}
        pending={<Skeleton className="h-10" />}
        error={{ title: 'Whether payments are on could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {({ values }) => <PaymentsSwitch isOn={values[key] === '1'} />}
      </QueryState>
    </div>
  )
}

function PaymentsSwitch({ isOn }: { isOn: boolean }) {
  const { data: connection } = useConnection()
  const save = useSaveSettings()
  const isTest = connection?.mode === 'test'

  function turn(on: boolean) {
    save.mutate(
      { opened: { [key]: isOn ? '1' : '0' }, values: { [key]: on ? '1' : '0' } },
      {
        onSuccess: () => toastSuccess('Success', on ? 'Payments are on.' : 'Payments are off.'),
        onError: () => toastError('Error', 'Payments were not changed. Please try again.'),
      },
    )
  }

  return (
    <SwitchField
      label={isTest ? 'Payments are on, in test mode' : 'Payments are on'}
      hint={
        isTest
          ? 'The key is a test key: only admins can pay, no money moves, and members notice nothing.'
          : 'New members pay before they redeem. Memberships that exist keep their dates.'
      }
      checked={isOn}
      disabled={save.isPending || (!isOn && connection?.state !== 'ready')}
      onChange={({ target }) => turn(target.checked)}
    />
  )
}
