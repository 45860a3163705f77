import { Tally } from '@/components/domain/tally'
import { Coin } from '@/components/domain/token-amount'
import { TextField } from '@/components/form/text-field'
import { EmptyState, LoadError } from '@/components/list/query-state'
import { CopyButton } from '@/components/ui/copy-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { type MyInvitations, useMyInvitations } from '@/entities/referrals/referral'
import { brand } from '@/lib/brand'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { InvitationList } from './invitation-list'
import { InviteByEmail } from './invite-by-email'

const share = (quota: number) =>
  quota === 1 ? 'One of them is yours each year.' : `${quota} of them are yours each year.`

export function InvitePage() {
  const { data, isError, isFetching, refetch } = useMyInvitations()
  const quota = data?.quota
  return (
    <>
      <PageHeader
        title="Invite a colleague"
        subtitle={
          <>
            Guildhall is open by invitation only.{' '}
            {quota === undefined ? (
              <Skeleton className="!inline-block h-4 w-56 max-w-full align-middle" />
            ) : quota === 0 ? null : (
              <span>{share(quota)}</span>
            )}
          </>
        }
      />
      {data ? <Invitations data={data} /> : null}
      {!data && isError ? (
        <LoadError
          title="Your invitations could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          Nothing was sent or changed.
        </LoadError>
      ) : null}
      {!data && !isError ? (
        <div aria-busy="true" className={columns}>
          <Skeleton className="h-[240px]" />
          <Bonus />
        </div>
      ) : null}
    </>
  )
}

const columns = 'grid items-start gap-x-14 gap-y-10 @min-[56.25rem]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]'

function Invitations({ data }: { data: MyInvitations }) {
  return (
    <div className={columns}>
      <div className="grid min-w-0 gap-11">
        <section aria-label="Invite" className="rounded border border-line bg-surface-raised p-6">
          {data.remaining > 0 ? (
            <>
              {data.code ? <OwnLink code={data.code} left={data.remaining} until={data.until} /> : null}
              <InviteByEmail endsLink={data.remaining === 1 && data.code !== null} />
            </>
          ) : (
            <NoInvitationsLeft quota={data.quota} until={data.until} />
          )}
        </section>
        <InvitationList data={data} />
      </div>
      <div className="grid gap-9">
        {data.quota > 0 ? (
          <InvitationsLeft quota={data.quota} left={data.remaining} until={data.until} />
        ) : null}
        <Bonus tokens={data.bonus} />
      </div>
    </div>
  )
}

type Props = { quota: number; left: number; until: string }

function InvitationsLeft({ quota, left, until }: Props) {
  const used = quota - left
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">Invitations left</h2>
      <div className="flex items-center gap-5 border-t border-b border-t-ink border-b-line py-[18px]">
        <Tally used={used} quota={quota} maxShown={20} className="h-12 flex-none" />
        <p className="min-w-0">
          <span className="block font-serif text-[2.5rem]/[2.75rem] font-medium">{formatNumber(left)}</span>
          <span className="text-ink-muted">
            {`${formatNumber(used)} of ${formatNumber(quota)} used, until ${formatDate(until)}`}
          </span>
        </p>
      </div>
    </section>
  )
}

type NoInvitationsLeftProps = { quota: number; until: string }

function NoInvitationsLeft({ quota, until }: NoInvitationsLeftProps) {
  const link = `${window.location.origin}${paths.auth({ mode: 'waitlist' })}`
  return (
    <EmptyState
      title={
        quota > 0
          ? `${quota === 1 ? 'Yours is' : `All ${formatNumber(quota)} are`} used this year`
          : 'Members have no invitations at present'
      }
      action={
        <CopyButton text={link} failureText={`The link could not be copied: ${link}`}>
          Copy the waitlist link
        </CopyButton>
      }
    >
      {quota > 0
        ? `${formatNumber(quota)} more ${quota === 1 ? 'is' : 'are'} yours on ${formatDate(until)}. Until then your`
        : 'Your'}{' '}
      colleague can ask for a place.
    </EmptyState>
  )
}

type OwnLinkProps = { code: string; left: number; until: string }

function OwnLink({ code, left, until }: OwnLinkProps) {
  const link = `${window.location.origin}${paths.auth({ invite: code })}`
  return (
    <div className="mb-6 flex flex-wrap items-start gap-x-3 gap-y-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <TextField
          label="Your link"
          readOnly
          value={link}
          hint={`Works for ${formatCount(left, 'more person', 'more people')}, until ${formatDate(until)}. ${left === 1 ? 'An invitation by email ends it: it would be your last one.' : 'Each invitation by email takes one of them.'}`}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <CopyButton
        variant="primary"
        className="mt-[26px] max-md:mt-0 max-md:w-full"
        text={link}
        failureText="The link could not be copied. Select it instead."
      >
        Copy link
      </CopyButton>
    </div>
  )
}

/** What an invitation brings both, by today's settings (D43); pending without. */
function Bonus({ tokens }: { tokens?: number }) {
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">What both get</h2>
      {tokens === undefined ? (
        <Skeleton className="h-[133px]" />
      ) : (
        <dl className="border-t border-ink">
          <Part
            who="Your colleague"
            what={
              tokens > 0
                ? `${brand.signupTokens} to start with, and ${formatNumber(tokens)} seven days after the first order was delivered`
                : `${brand.signupTokens} to start with`
            }
            tokens={brand.signupTokens + tokens}
          />
          {tokens > 0 ? <Part who="You" what="on the same day" tokens={tokens} /> : null}
        </dl>
      )}
      <p className="mt-3 text-xs text-ink-muted">
        Nothing is taken from your balance. You can see who joined, never what they order.
      </p>
    </section>
  )
}

function Part({ who, what, tokens }: { who: string; what: string; tokens: number }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-3">
      <dt>
        <span className="block font-semibold">{who}</span>
        <span className="text-ink-muted">{what}</span>
      </dt>
      <dd className="figures inline-flex items-center gap-2 font-serif text-[1.75rem]/none font-medium">
        <Coin className="size-[21px]" />
        {formatNumber(tokens)}
        <span className="sr-only"> tokens</span>
      </dd>
    </div>
  )
}
