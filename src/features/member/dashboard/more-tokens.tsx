import { CreditCard, Ticket, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { TokenAmount } from '@/components/domain/token-amount'
import { LinkButton } from '@/components/ui/button'
import { useMembership } from '@/entities/payments/membership'
import { useMyInvitations } from '@/entities/referrals/referral'
import { useTokenPacks } from '@/entities/settings/settings'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { priceText } from '@/lib/prices'
import { CodeForm } from '@/widgets/codes/code-form'

export function MoreTokens({ balance }: { balance: number }) {
  const invitations = useMyInvitations().data
  const canInvite = invitations !== undefined && invitations.remaining > 0 && invitations.bonus > 0
  const isSold = useMembership().data?.sells_tokens === true
  const pack = useTokenPacks().data?.find(({ is_on_sale }) => isSold && is_on_sale)
  const title =
    canInvite && pack
      ? 'Three ways to get more'
      : canInvite || pack
        ? 'Two ways to get more'
        : 'A code brings more'
  return (
    <section aria-labelledby="more-tokens">
      <h2 id="more-tokens" className="section-title">
        {`You have ${formatCount(balance, 'token')}. ${title}`}
      </h2>
      <div className="grid border-t border-b border-t-ink border-b-line @min-[43.75rem]:auto-cols-fr @min-[43.75rem]:grid-flow-col">
        <EarnOption
          icon={<Ticket />}
          title="Enter a code"
          text="From Guildhall, a partner or an event. The tokens are yours at once."
        >
          <CodeForm submit="Add tokens" />
        </EarnOption>
        {canInvite ? (
          <EarnOption
            icon={<UserPlus />}
            title="Invite a colleague"
            tokens={invitations.bonus}
            text={`When they join and order. They receive ${invitations.bonus} as well. You have ${formatCount(invitations.remaining, 'invitation')} left.`}
          >
            <LinkButton to={paths.invite} variant="accent" block>
              Invite a colleague
            </LinkButton>
          </EarnOption>
        ) : null}
        {pack ? (
          <EarnOption
            icon={<CreditCard />}
            title="Buy tokens"
            tokens={pack.tokens}
            text={`${priceText(pack.price)}, in your balance as soon as the payment is confirmed.`}
          >
            <LinkButton to={paths.membership} variant="accent" block>
              Buy tokens
            </LinkButton>
          </EarnOption>
        ) : null}
      </div>
    </section>
  )
}

type EarnOptionProps = { icon: ReactNode; title: string; tokens?: number; text: string; children: ReactNode }

function EarnOption({ icon, title, tokens, text, children }: EarnOptionProps) {
  return (
    <div className="grid min-w-0 content-between gap-4 border-line px-3 py-6 max-md:px-0 @min-[43.75rem]:px-7 @min-[43.75rem]:first:pl-3 [&+&]:@max-[43.6875rem]:border-t [&+&]:@min-[43.75rem]:border-l">
      <div>
        <div className="flex items-center gap-2.5 text-base font-semibold [&>svg]:text-accent">
          {icon}
          <h3 className="min-w-0 flex-1">{title}</h3>
          {tokens ? <TokenAmount value={tokens} signed /> : null}
        </div>
        <p className="mt-1 text-ink-muted">{text}</p>
      </div>
      {children}
    </div>
  )
}
