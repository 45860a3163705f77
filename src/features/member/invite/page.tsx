import { LoadError } from '@/components/list/query-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { type MyInvitations, useMyInvitations } from '@/entities/referrals/referral'
import { Bonus } from './bonus'
import { InvitationList } from './invitation-list'
import { InvitationsLeft } from './invitations-left'
import { InviteByEmail } from './invite-by-email'
import { NoInvitationsLeft } from './no-invitations-left'
import { OwnLink } from './own-link'

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
