import { Copy, Eye, EyeOff } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { maskEnding } from './mask'
import { useKey } from './use-key'

type Props = { orderId: string; mask: string }

/** Masked; 'Copy' works without revealing it. */
export function KeyRow({ orderId, mask }: Props) {
  const { shown, busy, reveal, hide, copy } = useKey(orderId)
  return (
    <div className="flex flex-wrap items-center gap-1.5 rounded border border-line-strong bg-surface-sunk p-1.5 max-md:p-3">
      <p
        aria-live="polite"
        className="min-w-0 flex-1 basis-60 pl-3 font-mono text-[1.125rem]/6 font-semibold tracking-[.04em] [overflow-wrap:anywhere] max-md:basis-full max-md:pb-1.5 max-md:pl-0"
      >
        {shown ?? (
          <>
            <span aria-hidden="true">{mask}</span>
            <span className="sr-only">Hidden key, ending in {maskEnding(mask)}</span>
          </>
        )}
      </p>
      <Button
        size="sm"
        variant="quiet"
        icon={shown ? <EyeOff /> : <Eye />}
        busy={busy === 'reveal'}
        className="max-md:flex-1 max-md:!border-line-strong max-md:bg-surface-raised"
        onClick={() => (shown ? hide() : void reveal())}
      >
        {shown ? 'Hide' : 'Reveal'}
      </Button>
      <Button
        size="sm"
        icon={<Copy />}
        busy={busy === 'copy'}
        className="max-md:flex-1"
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  )
}
