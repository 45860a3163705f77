import { Download, ExternalLink, Eye, EyeOff, FileText } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { QueryState } from '@/components/list/query-state'
import { Button, buttonStyle } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { LinkedText } from '@/components/ui/linked-text'
import { Skeleton } from '@/components/ui/skeleton'
import {
  type DeliveryStatus,
  useDeliveredFile,
  useDeliveryContent,
  useReadDelivery,
} from '@/entities/deliveries/own'
import { orderedBenefit } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { fileFacts, formatSize } from '@/lib/save-file'
import { isWebAddress, shortAddress } from '@/lib/web-address'

const revealedMs = 30_000
const box = 'rounded border border-line-strong bg-surface-sunk px-[18px] max-md:px-3.5'

/** 'MNTS-••••-4KQ8' -> '4KQ8'. */
export function maskEnding(mask: string): string {
  return mask.slice(mask.lastIndexOf('•') + 1).replace(/^-/, '')
}

type Props = { order: OwnOrder; delivery: DeliveryStatus }

/** What was delivered, and the buttons for it, the first of which is what a member came for. */
export function Content(props: Props) {
  switch (props.delivery.kind) {
    case 'key':
      return <Key {...props} />
    case 'link':
      return <Link {...props} />
    case 'file':
      return <File {...props} />
    case 'text':
      return <Text {...props} />
    default:
      return null
  }
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2.5 max-md:grid">{children}</div>
}

function OpenAddress({ address, name, primary }: { address: string; name: string; primary?: true }) {
  if (!isWebAddress(address)) return null
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle({ variant: primary ? 'primary' : 'secondary' })}
    >
      <ExternalLink className="!size-[17px]" />
      <span>Open {name}</span>
    </a>
  )
}

/** A link to where the key is used, if the benefit names it. */
function MakerLink({ order }: { order: OwnOrder }) {
  const { maker, maker_link } = order.made_by ?? {}
  const [name = orderedBenefit(order).name] = maker?.split('\n') ?? []
  return maker_link ? <OpenAddress address={maker_link} name={name} /> : null
}

/** Masked; 'Copy key' works without revealing it. A revealed key is only in this component's state. */
function Key({ order, delivery: { mask } }: Props) {
  const [revealedKey, setRevealedKey] = useState<string>()
  const [isRevealing, setRevealing] = useState(false)
  const { read } = useReadDelivery(order.id)
  const masked = mask ?? '••••'

  useEffect(() => {
    if (revealedKey === undefined) return
    const timer = setTimeout(() => setRevealedKey(undefined), revealedMs)
    return () => clearTimeout(timer)
  }, [revealedKey])

  async function toggle() {
    if (revealedKey !== undefined) return setRevealedKey(undefined)
    setRevealing(true)
    const delivery = await read().catch(() => undefined)
    setRevealedKey(delivery?.content)
    setRevealing(false)
  }

  return (
    <>
      <div className={`flex items-center gap-3 py-2 ${box}`}>
        <p
          aria-live="polite"
          translate="no"
          className="min-w-0 flex-1 font-mono text-[1.125rem]/6 font-semibold tracking-[.04em] [overflow-wrap:anywhere]"
        >
          {revealedKey ?? (
            <>
              <span aria-hidden="true">{masked}</span>
              <span className="sr-only">Hidden key, ending in {maskEnding(masked)}</span>
            </>
          )}
        </p>
        <Button
          size="sm"
          variant="quiet"
          icon={revealedKey ? <EyeOff /> : <Eye />}
          busy={isRevealing}
          onClick={() => void toggle()}
        >
          {revealedKey ? 'Hide' : 'Reveal'}
        </Button>
      </div>
      <Buttons>
        <CopyButton
          variant="primary"
          text={revealedKey ?? (async () => (await read()).content)}
          failureText="The key could not be copied. Reveal it and copy it by hand."
        >
          Copy key
        </CopyButton>
        <MakerLink order={order} />
      </Buttons>
    </>
  )
}

function Link({ order, delivery }: Props) {
  const content = useDeliveryContent(order.id, delivery.delivered_at)
  return (
    <QueryState
      query={content}
      pending={<Skeleton className="h-27 max-md:h-40" />}
      error={{ title: 'Your link could not be loaded.', safe: 'It stays with your order.' }}
    >
      {(link) => (
        <>
          <p className={`py-2.5 text-base font-medium [overflow-wrap:anywhere] ${box}`} translate="no">
            {shortAddress(link)}
          </p>
          <Buttons>
            <OpenAddress primary address={link} name={orderedBenefit(order).name} />
            <CopyButton text={link} failureText="The link could not be copied. Copy it by hand.">
              Copy link
            </CopyButton>
          </Buttons>
        </>
      )}
    </QueryState>
  )
}

function Text({ order, delivery }: Props) {
  const content = useDeliveryContent(order.id, delivery.delivered_at)
  return (
    <QueryState
      query={content}
      pending={<Skeleton className="h-27 max-md:h-40" />}
      error={{ title: 'What was delivered could not be loaded.', safe: 'It stays with your order.' }}
    >
      {(text) => (
        <>
          <p className={`py-3 whitespace-pre-wrap [overflow-wrap:anywhere] ${box}`}>
            <LinkedText>{text}</LinkedText>
          </p>
          <Buttons>
            <CopyButton variant="primary" text={text} failureText="Copy it by hand.">
              Copy text
            </CopyButton>
            <MakerLink order={order} />
          </Buttons>
        </>
      )}
    </QueryState>
  )
}

function File({ order, delivery: { file_name, file_size, file_type } }: Props) {
  const { save, isBusy, received } = useDeliveredFile(order.id)
  const facts = { name: file_name ?? 'File', size: file_size ?? 0, type: file_type ?? '' }
  return (
    <>
      <div className="flex items-center gap-3.5">
        <FileText strokeWidth={1.3} className="!size-7 text-ink-muted" />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <p className="font-semibold">{facts.name}</p>
          <p className="figures text-ink-muted">
            {received === undefined
              ? fileFacts(facts)
              : `${formatSize(received)} of ${formatSize(facts.size)} downloaded`}
          </p>
        </div>
      </div>
      <Buttons>
        <Button variant="primary" icon={<Download />} busy={isBusy} busyLabel="Downloading..." onClick={save}>
          Download
        </Button>
      </Buttons>
    </>
  )
}
