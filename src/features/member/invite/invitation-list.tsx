import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { InvitationBadge } from '@/components/domain/badges'
import { Coin, TokenAmount } from '@/components/domain/token-amount'
import { Explained } from '@/components/explain/explained'
import { type Column, DataTable } from '@/components/table/data-table'
import type { MyInvitations, OwnInvitation } from '@/entities/referrals/referral'
import { formatDate, formatSigned } from '@/lib/format'

const ChangeDialog = lazyDialog(() => import('./change-dialog').then((m) => m.ChangeDialog))

const isOpen = ({ state, email }: OwnInvitation) => (state === 'sent' || state === 'opened') && email !== null

const nameOf = ({ state, name, email }: OwnInvitation) =>
  (state === 'joined' ? name : email) ?? (state === 'joined' ? 'Deleted user' : 'Address deleted')
const detailOf = ({ state, by_link, email }: OwnInvitation) =>
  by_link ? 'by your link' : state === 'joined' ? email : 'by email'

function columnsFor(onChange: (invitation: OwnInvitation) => void): Column<OwnInvitation>[] {
  return [
    {
      id: 'invited',
      header: 'Invited',
      card: 'main',
      cell: (row) => (
        <>
          <span className="block font-semibold [overflow-wrap:anywhere]">
            <bdi>{nameOf(row)}</bdi>
          </span>
          <span className="text-xs text-ink-muted [overflow-wrap:anywhere]">
            {detailOf(row)}
            {isOpen(row) ? (
              <>
                {', '}
                <button
                  type="button"
                  className="link hit-area"
                  aria-label={`Change the invitation to ${nameOf(row)}`}
                  onClick={() => onChange(row)}
                >
                  change
                </button>
              </>
            ) : null}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      card: 'side',
      nowrap: true,
      cell: (row) => <InvitationBadge state={row.state} />,
    },
    {
      id: 'date',
      header: 'Date',
      nowrap: true,
      cell: (row) => <time dateTime={row.at}>{formatDate(row.at)}</time>,
    },
    {
      id: 'received',
      header: 'Received',
      align: 'end',
      ruled: true,
      cell: (row) =>
        row.received > 0 ? (
          <TokenAmount value={row.received} signed bare />
        ) : (
          <span className="text-ink-muted">0</span>
        ),
    },
  ]
}

/** With the bonus that the member received for joining by invitation, as it is part of the total. */
function rowsOf({ invitations, own_joined_at, own_received }: MyInvitations): OwnInvitation[] {
  if (!own_joined_at || !own_received) return invitations
  return [
    ...invitations,
    {
      id: 'own',
      by_link: false,
      name: 'You',
      email: 'joined by invitation',
      state: 'joined',
      at: own_joined_at,
      received: own_received,
    },
  ]
}

export function InvitationList({ data }: { data: MyInvitations }) {
  const [changing, setChanging] = useState<OwnInvitation>()
  const rows = rowsOf(data)
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">Your invitations</h2>
      {rows.length === 0 ? (
        <p className="border-t border-t-ink py-6 text-ink-muted">
          You have not invited anybody yet. People you invite, and those who join, will appear here.
        </p>
      ) : (
        <DataTable
          caption="Your invitations"
          compact
          columns={columnsFor(setChanging)}
          rows={rows}
          rowKey={(row) => `${row.id} ${row.at}`}
          total={[
            'Received from invitations',
            undefined,
            undefined,
            <ReceivedTokens key="received" tokens={data.received} />,
          ]}
        />
      )}
      {changing ? (
        <ChangeDialog
          frame={{ title: 'Change invitation' }}
          invitation={changing}
          onClose={() => setChanging(undefined)}
        />
      ) : null}
    </section>
  )
}

function ReceivedTokens({ tokens }: { tokens: number }) {
  return (
    <span className="figures inline-flex items-center gap-[.38em] font-semibold whitespace-nowrap">
      <Coin className="size-[1.05em]" />
      <Explained numberRef="account_received.referral_bonus" label="Received from invitations">
        {formatSigned(tokens)}
      </Explained>
    </span>
  )
}
