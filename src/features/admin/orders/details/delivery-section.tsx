import { Copy, Eye, RefreshCw, Send } from 'lucide-react'
import { Link } from 'react-router-dom'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { copyWithToast } from '@/components/ui/copy-button'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import { useRevealed } from '@/components/ui/use-revealed'
import {
  type DeliveryDetails,
  useDeliveryDetails,
  useResendDelivery,
  useRevealDelivery,
} from '@/entities/deliveries/admin-order'
import { emailProblem } from '@/entities/emails/templates'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { formatDateTime } from '@/lib/format'
import { paths } from '@/lib/paths'

type Props = { order: AdminOrder; onReplace: () => void }

const refused = 'The browser did not allow copying. Reveal it, select it and copy it by hand.'

/** What was delivered, masked; revealing and copying are logged (D53). */
export function DeliverySection({ order, onReplace }: Props) {
  const query = useDeliveryDetails(order.id)
  const resend = useResendDelivery(order.id)
  const details = query.data
  const isDelivered = details?.delivered_at != null
  return (
    <section aria-labelledby="order-delivery" aria-busy={query.isPending}>
      <div className="flex min-h-[34px] flex-wrap items-center gap-3 border-b border-ink pb-1.5">
        <h3 id="order-delivery" className="text-sm font-semibold">
          Delivery
        </h3>
        <span className="mr-auto text-xs text-ink-muted">{details ? summary(order, details) : null}</span>
        {isDelivered && order.user_id && order.status !== 'cancelled' ? (
          <>
            <Button
              size="sm"
              icon={<Send />}
              busy={resend.isPending}
              onClick={() =>
                resend.mutate(undefined, { onSuccess: () => toastSuccess('Success', 'Email queued again') })
              }
            >
              Resend email
            </Button>
            {order.delivery_method === 'manual' && order.status === 'delivered' ? (
              <Button size="sm" icon={<RefreshCw />} onClick={onReplace}>
                Replace…
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      <QueryState
        query={query}
        pending={<Skeleton className="mt-3 h-5 w-2/3" />}
        error={{ title: 'The delivery could not be loaded.', safe: 'The order itself is not affected.' }}
        isEmpty={(found) => found?.delivered_at == null}
        empty={null}
      >
        {(data) => (data ? <Details order={order} details={data} /> : null)}
      </QueryState>
    </section>
  )
}

function summary(order: AdminOrder, { delivered_at, waits_until }: DeliveryDetails): string {
  if (delivered_at) return formatDateTime(delivered_at)
  if (waits_until) return 'Waits until its undo has closed'
  return order.status === 'delivered' ? 'Without content' : 'Nothing has been delivered yet'
}

function Details({ order, details }: { order: AdminOrder; details: DeliveryDetails }) {
  const { kind, mask, message, file_name, delivered_by, read_at, report_id, report_number, report_open } =
    details
  return (
    <>
      {kind === 'file' ? <p className="mt-3 font-semibold [overflow-wrap:anywhere]">{file_name}</p> : null}
      {mask ? <Secret order={order} mask={mask} details={details} /> : null}
      <dl>
        {message ? (
          <Fact name="Message">
            <span className="whitespace-pre-wrap">{message}</span>
          </Fact>
        ) : null}
        <Fact name="To">{order.redemption_email ?? 'Data removed'}</Fact>
        {delivered_by ? <Fact name="By">{delivered_by}</Fact> : null}
        <Fact name="Email">{emailState(details)}</Fact>
        <Fact name="Order page">{read_at ? `Read ${formatDateTime(read_at)}` : 'Not read yet'}</Fact>
        <Fact name="Report">
          {report_id ? (
            <Link className="link" to={`${paths.adminReports}?report=${report_id}`}>
              R-{String(report_number).padStart(4, '0')}, {report_open ? 'open' : 'answered'}
            </Link>
          ) : (
            'None'
          )}
        </Fact>
      </dl>
    </>
  )
}

function emailState({ email, email_at, email_error }: DeliveryDetails): string {
  switch (email) {
    case 'sent':
      return `Sent ${email_at ? formatDateTime(email_at) : ''}`
    case 'waiting':
      return 'Waiting to be sent'
    case 'given_up':
      return `Failed. ${emailProblem(email_error ?? '')}`
    case 'over_limit':
      return 'Not sent: more than ten deliveries a day to other addresses'
    case 'skipped':
      return 'Not sent: the member does not want it, or it was not true any more'
    default:
      return 'None'
  }
}

function Secret({ order, mask, details }: { order: AdminOrder; mask: string; details: DeliveryDetails }) {
  const reveal = useRevealDelivery(order.id)
  const [content, setContent] = useRevealed()
  const copy = (text: string) => copyWithToast(text, 'Delivery copied to clipboard', refused)
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2 rounded border border-line-strong bg-surface-sunk px-4 py-2">
        <p
          role="status"
          className="mr-auto min-w-0 font-mono font-semibold whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {content ?? mask}
        </p>
        <Button
          size="sm"
          variant="quiet"
          icon={<Eye />}
          disabled={content !== undefined}
          busy={reveal.isPending}
          onClick={() => reveal.mutate(setContent)}
        >
          Reveal
        </Button>
        <Button
          size="sm"
          variant="quiet"
          icon={<Copy />}
          onClick={() =>
            content === undefined ? reveal.mutate((text) => void copy(text)) : void copy(content)
          }
        >
          Copy
        </Button>
      </div>
      <p className="mt-1 text-xs text-ink-muted">
        Reveal and Copy are logged.
        {details.revealed_at
          ? ` Last: ${details.revealed_by ?? 'Deleted user'}, ${formatDateTime(details.revealed_at)}.`
          : ''}
      </p>
    </>
  )
}
