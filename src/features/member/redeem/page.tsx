import { useState } from 'react'
import { Balance } from '@/components/domain/balance'
import { TokenAmount } from '@/components/domain/token-amount'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useProfile } from '@/entities/profiles/profile'
import { CodeForm } from '@/widgets/codes/code-form'
import { RedeemedCodes } from './redeemed-codes'

export function RedeemPage() {
  return (
    <>
      <PageHeader
        title="Redeem Codes"
        subtitle="A token code adds its tokens to your balance at once. You can use each code once."
      />
      <Voucher />
      <RedeemedCodes />
    </>
  )
}

function Voucher() {
  const profile = useProfile()
  const [received, setReceived] = useState<number>()
  return (
    <section
      aria-label="Voucher"
      className="grid overflow-hidden rounded border border-line-strong bg-surface-raised @min-[40rem]:grid-cols-[36px_minmax(0,1fr)_minmax(240px,auto)] @min-[60rem]:grid-cols-[36px_minmax(0,1fr)_minmax(344px,auto)]"
    >
      <div
        aria-hidden="true"
        className="border-r border-line-strong bg-[url(/art/band-v.svg)] bg-[length:24px_48px] bg-center bg-repeat-y @max-[39.9375rem]:hidden"
      />
      <div
        aria-hidden="true"
        className="h-7 border-b border-line-strong bg-[url(/art/band.svg)] bg-[length:48px_24px] bg-[position:0_2px] bg-repeat-x @min-[40rem]:hidden"
      />
      <div className="p-5 md:p-8">
        <CodeForm large submit="Redeem code" onRedeemed={setReceived} />
      </div>
      <div className="flex flex-col justify-center border-line-control bg-surface p-5 border-dashed md:p-8 @max-[39.9375rem]:border-t @min-[40rem]:border-l">
        <p className="text-ink-muted">Your balance</p>
        {profile.data ? (
          <Balance value={profile.data.current_tokens} size="page" />
        ) : (
          <Skeleton className="mt-2 h-16 w-40" />
        )}
        {received !== undefined ? (
          <p className="mt-3 flex justify-between gap-3 text-ink-2">
            Received just now <TokenAmount value={received} signed bare />
          </p>
        ) : null}
      </div>
    </section>
  )
}
