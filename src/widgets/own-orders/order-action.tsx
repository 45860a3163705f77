import { Download, ExternalLink } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { Button, LinkButton } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { useDeliveredFile, useReadDelivery } from '@/entities/deliveries/own'
import { orderedBenefit } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { paths } from '@/lib/paths'
import { isWebAddress } from '@/lib/web-address'

/** `isMain`: the one act of a page instead of a row. */
type Props = { order: OwnOrder; isMain?: boolean; className?: string }

const lookOf = ({ isMain }: Props) =>
  ({ size: isMain ? 'lg' : 'sm', variant: isMain ? 'primary' : 'accent' }) as const

/** What a member does with an order in one click: copy its key, open its link, save its file, or look at it. */
export function OrderAction(props: Props) {
  const { order, isMain, className } = props
  switch (order.delivery_kind) {
    case 'key':
      return <CopyKey {...props} />
    case 'link':
      return <OpenLink {...props} />
    case 'file':
      return <SaveFile {...props} />
    default:
      return (
        <LinkButton
          size={isMain ? 'lg' : 'sm'}
          variant={isMain ? 'primary' : undefined}
          to={paths.orderOf(order.id)}
          className={className}
        >
          {isMain ? 'View your order' : <Label of={order}>View</Label>}
        </LinkButton>
      )
  }
}

/** Says to screen readers which order it is about. */
function Label({ of, children }: { of: OwnOrder; children: string }) {
  return (
    <span>
      {children}
      <span className="sr-only">
        : <bdi>{orderedBenefit(of).name}</bdi>
      </span>
    </span>
  )
}

function CopyKey(props: Props) {
  const { order, className } = props
  const { read } = useReadDelivery(order.id)
  return (
    <CopyButton
      {...lookOf(props)}
      className={className}
      text={async () => (await read()).content}
      failureText="The key could not be copied. Look at the order and copy it by hand."
    >
      <Label of={order}>Copy key</Label>
    </CopyButton>
  )
}

function OpenLink(props: Props) {
  const { order, className } = props
  const navigate = useNavigate()
  const { read, isPending } = useReadDelivery(order.id)

  /** Browsers open a tab only at the click, so it waits for its address. */
  async function open() {
    const tab = window.open('', '_blank')
    const address = await read().then(
      ({ content }) => content,
      // The mutation shows why.
      () => undefined,
    )
    if (address === undefined || !isWebAddress(address)) {
      tab?.close()
      // The page of the order shows what else was delivered.
      return address === undefined ? undefined : navigate(paths.orderOf(order.id))
    }
    if (!tab) return window.location.assign(address)
    tab.opener = null
    tab.location.replace(address)
  }

  return (
    <Button
      {...lookOf(props)}
      icon={<ExternalLink />}
      busy={isPending}
      className={className}
      onClick={() => void open()}
    >
      <Label of={order}>Open</Label>
    </Button>
  )
}

function SaveFile(props: Props) {
  const { order, className } = props
  const { save, isBusy } = useDeliveredFile(order.id)
  return (
    <Button {...lookOf(props)} icon={<Download />} busy={isBusy} className={className} onClick={save}>
      <Label of={order}>Download</Label>
    </Button>
  )
}
