import { Download } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Button } from '@/components/ui/button'
import { Fact } from '@/components/ui/sum'
import type { CodeKind } from '@/entities/codes/code'
import type { CodeDetails } from '@/entities/codes/details'
import { useExportCodes } from '@/entities/codes/export'
import { formatCount, formatNumber } from '@/lib/format'
import { useAfterRun } from '@/widgets/operations/progress'
import { saveBatch } from '../codes-csv'

const RevokeCodes = lazyDialog(() => import('../revoke/revoke-codes').then((module) => module.RevokeCodes))

type Props = { kind: CodeKind; code: CodeDetails; batch: string; onRevoked: () => void }

export function CodeBatch({ kind, code, batch, onRevoked }: Props) {
  const [isRevoking, setRevoking] = useState(false)
  const save = useExportCodes(kind)
  const afterRun = useAfterRun(onRevoked)
  const { batch_codes: all, batch_available: available } = code
  return (
    <Fact name="Batch">
      {formatCount(all, 'code')} made together, {formatNumber(available)} available
      <span className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Download />}
          busy={save.isPending}
          onClick={() => save.mutate({ batch }, { onSuccess: (codes) => saveBatch(kind, batch, codes) })}
        >
          Download CSV
        </Button>
        {available > 0 ? (
          <Button size="sm" variant="danger-quiet" onClick={() => setRevoking(true)}>
            Revoke batch
          </Button>
        ) : null}
      </span>
      {isRevoking ? (
        <RevokeCodes
          frame={{ title: 'Revoke codes', wide: true }}
          kind={kind}
          target={{ filter: { batch } }}
          selected={all}
          onRun={afterRun}
          onClose={() => setRevoking(false)}
        />
      ) : null}
    </Fact>
  )
}
