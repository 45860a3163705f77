import { Copy } from 'lucide-react'
import encodeQR from 'qr'
import { useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { OneTimeCodeField } from '@/components/form/one-time-code-field'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { copyWithToast } from '@/components/ui/copy-button'
import { toastSuccess } from '@/components/ui/toast'
import {
  factorProblem,
  type NewFactor,
  useCodeEntry,
  useEnrollFactor,
  useFactors,
  useVerifyCode,
} from '@/entities/session/second-factor'
import { errorCode } from '@/lib/errors'

type Props = { onAdded: (isFirst: boolean) => void; onBack: () => void; onClose: () => void }

export function AddFactor({ onAdded, onBack, onClose }: Props) {
  const { data: factors = [] } = useFactors()
  const [name, setName] = useState(() =>
    factors.some((factor) => factor.name === 'Authenticator')
      ? `Authenticator ${factors.length + 1}`
      : 'Authenticator',
  )
  const [missing, setMissing] = useState(false)
  const [begun, setBegun] = useState<NewFactor>()
  const begin = useEnrollFactor()
  const taken = errorCode(begin.error) === 'mfa_factor_name_conflict'

  if (begun)
    return (
      <ConfirmFactor
        factor={begun}
        onAdded={() => onAdded(factors.length === 0)}
        onBack={onBack}
        onClose={onClose}
      />
    )

  function submit() {
    const text = name.trim()
    setMissing(text === '')
    if (text !== '') begin.mutate(text, { onSuccess: setBegun })
  }

  return (
    <Dialog
      title="Add an authenticator"
      busy={begin.isPending}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" variant="primary" busy={begin.isPending} busyLabel="Preparing...">
            Continue
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        hint="Such as the device it is on."
        maxLength={60}
        value={name}
        error={missing ? 'Enter a name.' : taken ? factorProblem(begin.error) : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <FormProblem>{taken ? undefined : factorProblem(begin.error)}</FormProblem>
    </Dialog>
  )
}

type ConfirmFactorProps = { factor: NewFactor; onAdded: () => void; onBack: () => void; onClose: () => void }

function ConfirmFactor({ factor, onAdded, onBack, onClose }: ConfirmFactorProps) {
  const code = useCodeEntry()
  const verify = useVerifyCode()

  function submit() {
    if (!code.check()) return
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
      busy={verify.isPending}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <SubmitButtons onCancel={onBack} busy={verify.isPending} busyLabel="Checking...">
          Turn on
        </SubmitButtons>
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

/** Dark on light in both themes: cameras do not read the reverse. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { border: 3 })
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto size-[220px] rounded"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
