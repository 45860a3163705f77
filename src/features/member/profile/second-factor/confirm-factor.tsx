import { Copy } from 'lucide-react'
import type { FormEvent } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { OneTimeCodeField } from '@/components/form/one-time-code-field'
import { Button } from '@/components/ui/button'
import { copyWithToast } from '@/components/ui/copy-button'
import { toastSuccess } from '@/components/ui/toast'
import { factorProblem, type NewFactor, useCodeEntry, useVerifyCode } from '@/entities/session/second-factor'
import { QrCode } from './qr-code'

type Props = { factor: NewFactor; onAdded: () => void; onBack: () => void; onClose: () => void }

export function ConfirmFactor({ factor, onAdded, onBack, onClose }: Props) {
  const code = useCodeEntry()
  const verify = useVerifyCode()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (verify.isPending || !code.check()) return
    verify.mutate(
      { id: factor.id, code: code.field.value },
      {
        onSuccess: () => {
          toastSuccess('Success', 'Signing in now needs a code. Sessions without it have ended.')
          onAdded()
        },
        onError: code.refuse,
      },
    )
  }

  return (
    <Dialog
      title="Add an authenticator"
      onClose={() => verify.isPending || onClose()}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" onClick={() => verify.isPending || onBack()}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={verify.isPending} busyLabel="Checking...">
            Turn on
          </Button>
        </>
      }
    >
      <p className="text-ink-2">Scan this with your authenticator app, or enter the key there by hand.</p>
      <QrCode text={factor.uri} />
      <div className="flex items-center gap-3 max-md:flex-wrap">
        <p className="min-w-0 flex-1">
          <span className="block text-sm font-semibold">Key</span>
          <span translate="no" className="code [overflow-wrap:anywhere]">
            {groupByFour(factor.secret)}
          </span>
        </p>
        <Button
          icon={<Copy />}
          onClick={() => copyWithToast(factor.secret, 'The key was copied.', 'The key could not be copied.')}
        >
          Copy the key
        </Button>
      </div>
      <OneTimeCodeField {...code.field} />
      <FormProblem>{factorProblem(verify.error)}</FormProblem>
    </Dialog>
  )
}

const groupByFour = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
