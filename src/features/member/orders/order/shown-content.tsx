import { Copy, ExternalLink } from 'lucide-react'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { buttonStyle } from '@/components/ui/button-style'
import { copyWithToast } from '@/components/ui/copy-with-toast'
import { LinkedText } from '@/components/ui/linked-text'
import { Skeleton } from '@/components/ui/skeleton'
import { useDeliveryContent } from '@/entities/deliveries/read'
import { isWebAddress, shortAddress } from '@/lib/web-address'

type Props = { orderId: string; deliveredAt: string }

export function LinkRow(props: Props) {
  const content = useDeliveryContent(props.orderId, props.deliveredAt)
  return (
    <QueryState
      query={content}
      pending={<Skeleton className="h-12 max-md:h-[106px]" />}
      error={{ title: 'Your link could not be loaded.', safe: 'It stays with your order.' }}
    >
      {(link) => (
        <div className="flex flex-wrap items-center gap-1.5 rounded border border-line-strong bg-surface-sunk p-1.5 max-md:p-3">
          <p className="min-w-0 flex-1 basis-60 pl-3 text-base font-medium [overflow-wrap:anywhere] max-md:basis-full max-md:pb-1.5 max-md:pl-0">
            {shortAddress(link)}
          </p>
          <Button
            size="sm"
            variant="quiet"
            icon={<Copy />}
            className="max-md:flex-1 max-md:!border-line-strong max-md:bg-surface-raised"
            onClick={() =>
              copyWithToast(
                link,
                'Link copied to clipboard',
                'The link could not be copied. Copy it by hand.',
              )
            }
          >
            Copy
          </Button>
          {isWebAddress(link) ? (
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonStyle({ variant: 'primary', size: 'sm', className: 'max-md:flex-1' })}
            >
              <ExternalLink aria-hidden="true" className="!size-[17px]" />
              Open
            </a>
          ) : null}
        </div>
      )}
    </QueryState>
  )
}

export function TextContent(props: Props) {
  const content = useDeliveryContent(props.orderId, props.deliveredAt)
  return (
    <QueryState
      query={content}
      pending={<Skeleton className="h-16 max-md:h-[87px]" />}
      error={{ title: 'What was delivered could not be loaded.', safe: 'It stays with your order.' }}
    >
      {(text) => (
        <div className="flex flex-wrap items-start gap-3 rounded border border-line-strong bg-surface-sunk py-3 pr-3 pl-[18px] max-md:pl-3">
          <p className="min-w-0 flex-1 basis-60 whitespace-pre-wrap [overflow-wrap:anywhere]">
            <LinkedText>{text}</LinkedText>
          </p>
          <Button
            size="sm"
            icon={<Copy />}
            className="max-md:w-full"
            onClick={() => copyWithToast(text, 'Text copied to clipboard', 'Copy it by hand.')}
          >
            Copy
          </Button>
        </div>
      )}
    </QueryState>
  )
}
