import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { useInvitationCounts } from '@/entities/invitations/admin'
import { formatNumber } from '@/lib/format'

const labels = { sent: 'Sent by email', opened: 'Opened the page', joined: 'Joined' }
const share = (part: number, whole: number, of: string) =>
  whole > 0 ? `${Math.round((100 * part) / whole)}% of those ${of}` : undefined

export function InvitationCounts() {
  return (
    <QueryState
      query={useInvitationCounts()}
      pending={
        <CountStrip
          label="Invitations"
          counts={Object.entries(labels).map(([id, label]) => ({ id, label, value: undefined, note: '' }))}
        />
      }
      error={{ title: 'The counts could not be loaded.', safe: 'The invitations below are not affected.' }}
    >
      {({ total, sent, opened, joined }) => (
        <CountStrip
          label="Invitations"
          counts={[
            { id: 'sent', label: labels.sent, value: sent, note: `of ${formatNumber(total)} in all` },
            { id: 'opened', label: labels.opened, value: opened, note: share(opened, sent, 'sent') },
            {
              id: 'joined',
              label: labels.joined,
              value: joined,
              note: share(joined, opened, 'who opened it'),
            },
          ]}
        />
      )}
    </QueryState>
  )
}
