import { useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { CodeKind } from '@/entities/codes/code'
import { useCode } from '@/entities/codes/details'
import { codeLoadFailures } from '@/entities/codes/messages'
import { actionsOf, CodeActions, type OpenDialog } from './code-actions'
import { CodeFacts } from './code-facts'
import { CodeUsers } from './code-users'

type Props = { kind: CodeKind; id: string; onClose: () => void }

export function CodePanel({ kind, id, onClose }: Props) {
  const code = useCode(kind, id)
  const found = code.data
  const [open, setOpen] = useState<OpenDialog>()

  return (
    <Dialog
      side
      title={
        found ? (
          <span translate="no" className="code">
            {found.code}
          </span>
        ) : (
          'Code'
        )
      }
      description={found?.note ? <span className="[overflow-wrap:anywhere]">{found.note}</span> : undefined}
      onClose={onClose}
      footer={
        // The dialog outlives the last action: it says how that ended.
        found && (open || actionsOf(found).length > 0) ? (
          <CodeActions kind={kind} code={found} open={open} onOpen={setOpen} onRevoked={onClose} />
        ) : undefined
      }
    >
      <QueryState
        query={code}
        pending={<Waiting />}
        error={{ title: codeLoadFailures[kind], safe: 'No code was changed.' }}
      >
        {(shown) =>
          shown ? (
            <>
              <CodeFacts kind={kind} code={shown} onRevoked={onClose} />
              <CodeUsers kind={kind} code={shown} />
            </>
          ) : (
            <EmptyState title="Code not found.">This link doesn't point to a code.</EmptyState>
          )
        }
      </QueryState>
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5" role="status">
      <span className="sr-only">Loading the code</span>
      <Skeleton className="h-60" />
      <Skeleton className="h-40" />
    </div>
  )
}
