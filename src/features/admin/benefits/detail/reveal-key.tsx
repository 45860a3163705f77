import { Copy } from 'lucide-react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { Button } from '@/components/ui/button'
import { copyWithToast } from '@/components/ui/copy-button'
import { useRevealed } from '@/components/ui/use-revealed'
import { revealErrorMessage } from '@/entities/deliveries/admin-messages'
import { type PoolKey, useRevealKey } from '@/entities/deliveries/pool'

const refused = 'The browser did not allow copying. Select the key and copy it by hand.'

type Props = { poolKey: PoolKey; onClose: () => void }

/** Asks first, because it is logged; the key is only in this component's state, for 30 seconds (D31). */
export function RevealKey({ poolKey: { id, mask }, onClose }: Props) {
  const [key, setKey] = useRevealed()
  const { mutate, isPending, error } = useRevealKey()

  return (
    <Dialog
      title="Reveal a key"
      description="It is logged that you read it. Each admin can reveal 30 keys an hour."
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          {key === undefined ? (
            <Button
              variant="primary"
              busy={isPending}
              busyLabel="Reading..."
              onClick={() => mutate({ id, show: setKey })}
            >
              Reveal key
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<Copy />}
              onClick={() => copyWithToast(key, 'Key copied to clipboard', refused)}
            >
              Copy
            </Button>
          )}
        </>
      }
    >
      <div>
        <p
          role="status"
          translate="no"
          className="rounded border border-line-strong bg-surface-sunk px-4.5 py-2.5 font-mono text-lg font-semibold [overflow-wrap:anywhere]"
        >
          {key ?? mask}
        </p>
        <p className="mt-1.5 text-xs text-ink-muted">It is hidden again after 30 seconds.</p>
      </div>
      <FormProblem>{error ? revealErrorMessage(error) : null}</FormProblem>
    </Dialog>
  )
}
