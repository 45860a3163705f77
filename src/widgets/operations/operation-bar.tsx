import { type ReactNode, useRef, useState } from 'react'
import { useShortcuts } from '@/components/keyboard/use-shortcuts'
import { type Operation, useOperationEvents, useRecentOperations } from '@/entities/operations/recent'
import { useUser } from '@/entities/session/session'
import { capitalize } from '@/lib/format'
import { OpenRows } from './open-rows'
import { Progress } from './progress'
import { Result } from './result'
import { textsOf } from './texts-of'
import { Undone } from './undone'
import { useAnnounceOperations } from './use-announce-operations'

type Props = {
  kinds: readonly string[]
  /** The selection's bar, which has priority. */
  children: ReactNode
}

type Listed = { operation: Operation; state: 'skipped' | 'kept' }

/** Shows the selection, the progress of a run, or its result with Undo. */
export function OperationBar({ kinds, children }: Props) {
  const me = useUser().id
  const { data } = useRecentOperations()
  const operations = data?.filter(({ kind }) => kinds.includes(kind))
  const [listed, setListed] = useState<Listed>()
  const [dismissed, setDismissed] = useState<string>()
  const undoButton = useRef<HTMLButtonElement>(null)
  useOperationEvents()
  useAnnounceOperations(operations)
  useShortcuts({ u: () => undoButton.current?.focus() })

  const shown = operations && mostUrgent(operations, me, dismissed)
  const texts = shown && textsOf(shown)
  const onList = (state: Listed['state']) => shown && setListed({ operation: shown, state })

  return (
    <>
      {children ?? (shown && texts ? bar(shown) : null)}
      {listed ? (
        <OpenRows
          frame={{ title: capitalize(textsOf(listed.operation)?.noun[1] ?? 'rows') }}
          {...listed}
          count={listed.operation[listed.state]}
          onClose={() => setListed(undefined)}
        />
      ) : null}
    </>
  )

  function bar(operation: Operation) {
    if (!texts) return null
    const { id, state, undo_until, actor_id } = operation
    if (state === 'undone')
      return <Undone operation={operation} texts={texts} onList={onList} onClose={() => setDismissed(id)} />
    if (state === 'done' && undo_until)
      return (
        <Result
          key={id}
          operation={{ ...operation, undo_until }}
          texts={texts}
          undoButton={undoButton}
          onList={onList}
        />
      )
    return <Progress operation={operation} texts={texts} isOwn={actor_id === me} />
  }
}

/** The user's running operation, another admin's, then the user's result while it can be undone, or was just undone. */
function mostUrgent(operations: readonly Operation[], me: string, dismissed: string | undefined) {
  const under = operations.filter(({ state }) => state === 'running' || state === 'undoing')
  const own = operations.find(({ actor_id }) => actor_id === me)
  const isOpen =
    own?.state === 'undone'
      ? own.id !== dismissed && isRecent(own.undone_at)
      : own?.state === 'done' && own.undo_until !== null && Date.parse(own.undo_until) > Date.now()
  return under.find(({ actor_id }) => actor_id === me) ?? under[0] ?? (isOpen ? own : undefined)
}

const tenMinutes = 600_000

function isRecent(at: string | null): boolean {
  return at !== null && Date.now() - Date.parse(at) < tenMinutes
}
