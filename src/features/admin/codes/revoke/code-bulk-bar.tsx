import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { Selection } from '@/components/selection/use-selection'
import { codeFilter } from '@/entities/codes/admin-mutations'
import type { Code, CodeFilters, CodeKind } from '@/entities/codes/code'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'

const RevokeCodes = lazyDialog(() => import('./revoke-codes').then((module) => module.RevokeCodes))
const operationKinds = ['code_revocation']
const nouns = { token: ['token code', 'token codes'], invite: ['invite code', 'invite codes'] } as const

type Props = {
  kind: CodeKind
  filters: CodeFilters
  selection: Selection<Code>
  single: Code | undefined
  onSingle: (code: Code | undefined) => void
}

export function CodeBulkBar({ kind, filters, selection, single, onSingle }: Props) {
  const [isRevoking, setRevoking] = useState(false)
  const { all, ids, picked, count, clear } = selection
  const afterRun = useAfterRun(clear)
  const tokens = picked.reduce((sum, { token_value }) => sum + (token_value ?? 0), 0)

  function close() {
    setRevoking(false)
    onSingle(undefined)
  }

  return (
    <>
      <OperationBar kinds={operationKinds}>
        {count > 0 ? (
          <BulkBar
            selection={selection}
            noun={nouns[kind]}
            tokens={kind === 'token' && !all ? tokens : undefined}
            actions={[
              {
                id: 'revoke',
                label: 'Revoke',
                danger: true,
                primary: true,
                onSelect: () => setRevoking(true),
              },
            ]}
          />
        ) : null}
      </OperationBar>
      {isRevoking || single ? (
        <RevokeCodes
          key={single?.id}
          frame={{ title: single ? `Revoke ${single.code}?` : 'Revoke codes', wide: true }}
          kind={kind}
          code={single?.code}
          target={single ? { ids: [single.id] } : all ? { filter: codeFilter(filters) } : { ids }}
          selected={single ? 1 : count}
          onRun={afterRun}
          onClose={close}
        />
      ) : null}
    </>
  )
}
