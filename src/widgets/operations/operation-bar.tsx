import { Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useShortcuts } from '@/components/keyboard/use-shortcuts'
import { Bar } from '@/components/selection/selection'
import { Button, IconButton } from '@/components/ui/button'
import { toastInfo } from '@/components/ui/toast'
import { type Operation, useOperationEvents, useRecentOperations } from '@/entities/operations/recent'
import { useUser } from '@/entities/session/session'
import { capitalize, formatCount, formatNumber } from '@/lib/format'
import { OpenRows, type OperationTexts, textsOf } from './kinds'
import { Progress, Result } from './progress'

type Props = {
  operation: Operation
  texts: OperationTexts
  other: ReactNode
  onList: (state: 'skipped' | 'kept') => void
  onClose: () => void
}

function UndoResult({ operation: { undone, kept }, texts, other, onList, onClose }: Props) {
  return (
    <Bar label="Undone">
      <Undo2 className="mr-1 text-ink-muted" />
      <p className="figures mr-auto font-semibold" role="status">
        {`${formatCount(undone, ...texts.noun)} as before${
          kept > 0 ? `, ${formatNumber(kept)} could not be undone` : ''
        }`}
      </p>
      {other}
      {kept > 0 ? (
        <Button variant="quiet" onClick={() => onList('kept')}>
          {`See the ${formatNumber(kept)}`}
        </Button>
      ) : null}
      <IconButton aria-label="Dismiss" icon={<X />} size="md" onClick={onClose} />
    </Bar>
  )
}

/** Announces the operations of other admins while the page is open. */
function useAnnounceOperations(operations: readonly Operation[] | undefined) {
  const me = useUser().id
  const seen = useRef<ReadonlyMap<string, string>>(undefined)

  useEffect(() => {
    if (!operations) return
    const before = seen.current
    seen.current = new Map(operations.map(({ id, state }) => [id, state]))
    for (const operation of before ? operations : []) {
      if (operation.actor_id === me || before?.get(operation.id) === operation.state) continue
      const sentence = announcementOf(operation)
      if (sentence) toastInfo(...sentence)
    }
  }, [operations, me])
}

function announcementOf(operation: Operation): [title: string, description: string] | undefined {
  const texts = textsOf(operation)
  if (!texts || !['done', 'undone'].includes(operation.state)) return undefined
  const { state, changed, kept, undone, actor } = operation
  const name = actor?.name ?? 'Deleted user'
  const rows = formatCount(state === 'done' ? changed + kept : undone, ...texts.noun)
  return [
    capitalize(texts.noun[1]),
    state === 'done' ? `${name} ${texts.past(rows)}.` : `${name} undid that: ${rows} as before.`,
  ]
}

type OperationBarProps = {
  kinds: readonly string[]
  /** The selection's bar, which has priority. */
  children: ReactNode
}

/** `during`: the run of the user's own that was under way. */
type BarChoice = { id: string; during: string | undefined }

type ListedRows = { operation: Operation; state: 'skipped' | 'kept' }

/** Shows the selection, the progress of a run, or its result, the user's own with Undo. */
export function OperationBar({ kinds, children }: OperationBarProps) {
  const me = useUser().id
  const { data } = useRecentOperations()
  const operations = data?.filter(({ kind }) => kinds.includes(kind))
  const [listed, setListed] = useState<ListedRows>()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<BarChoice>()
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
  const current = bars.find(({ id }) => id === choice) ?? bars[0]
  const texts = current && textsOf(current)
  const onList = (state: ListedRows['state']) => current && setListed({ operation: current, state })

  return (
    <>
      {children ?? (current && texts ? bar(current) : null)}
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

  /** Shows the other runs and results in turn: each of the user's own can be undone. */
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
