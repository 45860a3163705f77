import { useState } from 'react'
import { LineReport } from '@/components/list/line-report'
import { QueryState } from '@/components/list/query-state'
import type { OperationCall, OperationResult } from '@/entities/operations/operation'
import { useOperationRows } from '@/entities/operations/recent'
import { grantTokens } from '@/entities/profiles/grants'
import { DryRunDialog } from '@/widgets/operations/dry-run-dialog'
import { lineProblems, tokenGrantTexts } from '@/widgets/operations/kinds'
import type { Grant } from './use-grant-draft'

type Props = { grant: Grant; onRun: (result: OperationResult) => void; onBack: () => void }

export function CheckedGrant({ grant, onRun, onBack }: Props) {
  const { rows, numbers, type, reason } = grant
  const [counted, setCounted] = useState<OperationResult>()
  const grantRows = grantTokens(rows, type, reason)
  const call: OperationCall = async (request) => {
    const result = await grantRows(request)
    if (request.dryRun) setCounted(result)
    return result
  }

  return (
    <DryRunDialog
      texts={tokenGrantTexts}
      selected={rows.length}
      call={call}
      cancelLabel="Back"
      onRun={onRun}
      onClose={onBack}
    >
      {counted && counted.skipped.length > 0 ? (
        <SkippedLines operationId={counted.operation_id} numbers={numbers} />
      ) : null}
    </DryRunDialog>
  )
}

type SkippedProps = { operationId: string; numbers: readonly number[] }

function SkippedLines({ operationId, numbers }: SkippedProps) {
  const skipped = useOperationRows(operationId, 'skipped')
  return (
    <QueryState
      query={skipped}
      pending={null}
      error={{ title: 'The lines could not be listed.', safe: 'Nothing was changed.' }}
    >
      {(rows) => (
        <LineReport
          lines={rows.map(({ position, reason }) => ({
            line: numbers[position - 1] ?? position,
            text: lineProblems[reason ?? ''] ?? reason ?? '',
          }))}
        />
      )}
    </QueryState>
  )
}
