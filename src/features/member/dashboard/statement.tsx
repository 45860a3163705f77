import type { Profile } from '@/entities/profiles/profile'
import { BalanceHistory } from './balance-history'
import { BalanceSum } from './balance-sum'
import { MembershipCard, TermCard } from './membership'
import { TransactionCount } from './transaction-count'

const cell = 'min-w-0 border-line px-8 max-md:px-5'

export function Statement({ profile }: { profile: Profile | undefined }) {
  return (
    <section aria-label="Statement" className="sheet grid @min-[860px]:grid-cols-[minmax(300px,5fr)_8fr]">
      <div className={`${cell} pt-7 pb-6 max-md:pt-5 @min-[860px]:border-r`}>
        <BalanceSum balance={profile?.current_tokens} />
      </div>
      <div className={`${cell} flex flex-col pt-7 pb-6 max-md:pt-5 @max-[859px]:border-t`}>
        <BalanceHistory balance={profile?.current_tokens} />
      </div>
      <div className={`${cell} border-t py-[18px] @min-[860px]:border-r`}>
        <MembershipCard profile={profile} />
      </div>
      <div className={`${cell} flex flex-wrap gap-x-16 gap-y-6 border-t py-[18px]`}>
        <TransactionCount since={profile?.membership_start_date ?? profile?.created_at} />
        <TermCard profile={profile} />
      </div>
    </section>
  )
}
