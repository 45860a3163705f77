import { type ReactNode, useRef, useState } from 'react'
import { useShortcuts } from '@/components/keyboard/use-shortcuts'
import { Button } from '@/components/ui/button'
import { type Operation, useOperationEvents, useRecentOperations } from '@/entities/operations/recent'
import { useUser } from '@/entities/session/session'
import { capitalize } from '@/lib/format'
import { OpenRows } from './open-rows'
import { Progress } from './progress'
import { Result } from './result'
import { textsOf } from './texts-of'
import { UndoResult } from './undo-result'
import { useAnnounceOperations } from './use-announce-operations'

type Props = {
  kinds: readonly string[]
  /** The selection's bar, which has priority. */
  children: ReactNode
}

/** `during`: the run of the user's own that was under way. */
type Chosen = { id: string; during: string | undefined }

type Listed = { operation: Operation; state: 'skipped' | 'kept' }

/** Shows the selection, the progress of a run, or its result, the user's own with Undo. */
export function OperationBar({ kinds, children }: Props) {
  const me = useUser().id
  const { data } = useRecentOperations()
  const operations = data?.filter(({ kind }) => kinds.includes(kind))
  const [listed, setListed] = useState<Listed>()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<Chosen>()
  const undoButton = useRef<HTMLButtonElement>(null)
  useOperationEvents()
  useAnnounceOperations(operations)
  useShortcuts({ u: () => undoButton.current?.focus() })

  const results = operations?.filter((each) => each.actor_id === me && isOpen(each, dismissed)) ?? []
  const running = operations?.filter(isUnderWay) ?? []
  const own = running.filter(({ actor_id }) => actor_id === me)
  const bars = [...own, ...results, ...running.filter(({ actor_id }) => actor_id !== me)]
  // A run of the user's own that has begun since the choice is shown.
  const choice = chosen?.during === own[0]?.id ? chosen?.id : undefined
  const shown = bars.find(({ id }) => id === choice) ?? bars[0]
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
      return (
        <UndoResult
          operation={operation}
          texts={texts}
          other={otherResultText(operation)}
          onList={onList}
          onClose={() => setDismissed([...dismissed, id])}
        />
      )
    if (state === 'done' && undo_until)
      return (
        <Result
          key={id}
          operation={{ ...operation, undo_until }}
          texts={texts}
          undoButton={undoButton}
          other={otherResultText(operation)}
          onList={onList}
        />
      )
    return (
      <Progress
        key={id}
        operation={operation}
        texts={texts}
        isOwn={actor_id === me}
        undoButton={undoButton}
        other={otherResultText(operation)}
      />
    )
  }

  /** To the other runs and results in turn: each of the user's own can be undone. */
  function otherResultText(operation: Operation) {
    const next = bars[(bars.indexOf(operation) + 1) % bars.length]
    if (!next || next === operation) return null
    return (
      <Button
        variant="quiet"
        className="max-md:flex-1"
        onClick={() => setChosen({ id: next.id, during: own[0]?.id })}
      >
        {isUnderWay(next) ? 'Under way' : next === results[0] ? 'Latest run' : 'Earlier run'}
      </Button>
    )
  }
}

function isUnderWay({ state }: Operation): boolean {
  return state === 'running' || state === 'undoing'
}

/** While it can be undone, or has just been. */
function isOpen({ id, state, undo_until, undone_at }: Operation, dismissed: readonly string[]): boolean {
  if (state === 'undone') return !dismissed.includes(id) && isRecent(undone_at)
  return state === 'done' && undo_until !== null && Date.parse(undo_until) > Date.now()
}

const tenMinutes = 600_000

function isRecent(at: string | null): boolean {
  return at !== null && Date.now() - Date.parse(at) < tenMinutes
}
