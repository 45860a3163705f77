import { CircleCheck, CreditCard, Link2Off } from 'lucide-react'
import { Switch } from '@/components/form/checkbox'
import { LinkButton } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { Skeleton } from '@/components/ui/skeleton'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { connectionProblem, useConnection } from '@/entities/payments/admin'
import { type Settings, useSaveSettings } from '@/entities/settings/settings'
import { paths } from '@/lib/paths'
import { Section, SectionFooter } from './section'

const key = 'payments_on'

/** Whether Stripe is connected, and whether people pay; off, everything is as before (D61). */
export function Payments({ settings }: { settings: Settings }) {
  const { data: connection } = useConnection()
  const save = useSaveSettings()
  const isOn = settings.values[key] === '1'
  const isReady = connection?.state === 'ready'
  const isTest = connection?.mode === 'test'

  function setPaymentsOn(on: boolean) {
    save.mutate(
      {
        opened: { [key]: isOn ? '1' : '0' },
        values: { [key]: on ? '1' : '0' },
      },
      {
        onSuccess: () => toastSuccess('Success', on ? 'Payments are on.' : 'Payments are off.'),
        onError: () => toastError('Error', 'Payments were not changed. Please try again.'),
      },
    )
  }

  return (
    <Section title="Payments" intro="Memberships and token packs, paid through Stripe.">
      <div className="grid gap-5">
        {!connection ? (
          <Skeleton className="h-12" />
        ) : isReady ? (
          <InlineAlert
            tone={isTest ? 'warning' : 'good'}
            icon={<CircleCheck />}
            title={isTest ? 'Connected with a test key' : 'Connected'}
          />
        ) : (
          <InlineAlert tone="warning" icon={<Link2Off />} title="Not connected">
            {connectionProblem(connection)}
          </InlineAlert>
        )}
        <Switch
          label={isTest ? 'Payments are on, in test mode' : 'Payments are on'}
          hint={
            isTest
              ? 'Only admins can pay, no money moves, and members notice nothing.'
              : 'New members pay before they redeem. Memberships that exist keep their dates.'
          }
          checked={isOn}
          disabled={save.isPending || (!isOn && !isReady)}
          onChange={({ target }) => setPaymentsOn(target.checked)}
        />
        <SectionFooter note="Turned on and off at once.">
          <LinkButton to={paths.adminPayments} icon={<CreditCard />}>
            Payments
          </LinkButton>
        </SectionFooter>
      </div>
    </Section>
  )
}
