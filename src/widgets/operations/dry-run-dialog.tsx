import { Info } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { CancelButton, Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact, SumLine, SumTotal } from '@/components/ui/sum'
import { WithName } from '@/components/ui/with-name'
import { invalidDeliveryMessage } from '@/entities/deliveries/admin-messages'
import {
  countSkipped,
  type OperationCall,
  type OperationResult,
  type OperationTarget,
  type TokenMove,
} from '@/entities/operations/operation'
import { type Recount, useDryRun, useRun } from '@/entities/operations/run'
import { notAdmin } from '@/entities/shared/write-errors'
import { errorCode, explainError } from '@/lib/errors'
import { formatCount, formatNumber } from '@/lib/format'
import { type OperationTexts, reasonText } from './kinds'

type Props = { result: OperationResult; texts: OperationTexts }

function DryRunSum({ result, texts }: Props) {
  const { changed, skipped, tokens, moves, emails } = result
  const left = countSkipped(result)
  const groups = [...skipped].sort((a, b) => b.count - a.count)
  return (
    <>
      <section aria-label="What would change" className="figures">
        <dl className="border-t border-ink">
          <SumLine name="Selected" value={formatNumber(changed + left)} />
          {left > 0 ? <SumLine name="Skipped" value={`−${formatNumber(left)}`} /> : null}
          {groups.map((group) => (
            <SumLine
              key={`${group.reason}-${group.by}`}
              isPart
              nameClass="min-w-0 [overflow-wrap:anywhere]"
              name={<WithName text={reasonText(group, texts.reasons)} name={group.by ?? undefined} />}
              value={formatNumber(group.count)}
            />
          ))}
          <SumTotal name="Will change" value={formatNumber(changed)} />
        </dl>
      </section>
      {changed > 0 ? (
        <dl className="-mt-3">
          <Fact name="Tokens that move">
            {texts.tokens?.(tokens) ?? (moves.length === 0 ? 'None' : moves.map(moveText))}
          </Fact>
          <Fact name="Emails that go out">
            {emails === 0 ? 'None' : `${formatNumber(emails)}, after 10 minutes`}
          </Fact>
          <Fact name="Undo">
            10 minutes
            {changed > 1 ? `, for all ${formatNumber(changed)} together` : ''}
          </Fact>
        </dl>
      ) : null}
    </>
  )
}

/** Of one row: what else happens, and until when it can be undone. */
function OneChange({ result: { tokens, moves, emails }, texts }: Props) {
  const parts = [
    tokens > 0 ? texts.tokens?.(tokens) : undefined,
    ...moves.map((each) => `${formatCount(each.tokens, 'token')} ${moveTexts[each.move]('the member')}`),
    emails > 0
      ? 'The email leaves in 10 minutes; until then this can be undone'
      : 'This can be undone for 10 minutes',
  ]
  return <p className="text-ink-2">{parts.filter(Boolean).map((part) => `${part}. `)}</p>
}

const moveTexts: Record<TokenMove['move'], (members: string) => string> = {
  granted: (members) => `credited to ${members}`,
  refunded: (members) => `given back to ${members}`,
  charged: (members) => `taken again from ${members}`,
  credited: (members) => `credited to ${members} for late delivery`,
}

const moveText = ({ move, tokens, members }: TokenMove) => (
  <span key={move} className="block">
    {`${formatNumber(tokens)}, ${moveTexts[move](formatCount(members, 'member'))}`}
  </span>
)

export type OperationDialogProps = {
  target: OperationTarget
  /** Shown until the dry run has counted. */
  selected: number
  /** Called when the run has started. */
  onRun: (result: OperationResult) => void
  onClose: () => void
}

type DryRunDialogProps = Omit<OperationDialogProps, 'target'> & {
  texts: OperationTexts
  /** A field that affects the count: a new value is counted again. */
  variant?: string | number
  call: OperationCall
  danger?: boolean
  cancelLabel?: string
  /** Validates the fields; the run does not start while it returns false. */
  check?: () => boolean
  /** Initial focus, if not the button that runs it. */
  focusFirst?: RefObject<HTMLElement | null>
  children?: ReactNode
}

/** Runs exactly what its dry run counted (D46). Open with `lazyDialog`. */
export function DryRunDialog({
  texts,
  variant = '',
  selected,
  call,
  danger = false,
  cancelLabel = 'Cancel',
  check,
  focusFirst,
  children,
  onRun,
  onClose,
}: DryRunDialogProps) {
  // New for every opening, so that no earlier count is shown.
  const [id] = useState(() => crypto.randomUUID())
  const [attempt, setAttempt] = useState(0)
  const [notice, setNotice] = useState<string>()
  const dryRun = useDryRun(`${id} ${variant}`, attempt, call)
  const run = useRun(call)
  const runButton = useRef<HTMLButtonElement>(null)
  const keepButton = useRef<HTMLButtonElement>(null)
  const { data: result } = dryRun
  const total = result ? result.changed + countSkipped(result) : selected
  const isOne = total === 1 && result?.changed !== 0

  function start() {
    if (!result || result.changed === 0 || run.isPending || check?.() === false) return
    run.mutate(result, {
      onSuccess: (outcome) => {
        if (typeof outcome === 'string') {
          setNotice(recounted[outcome])
          setAttempt(attempt + 1)
        } else {
          onClose()
          onRun(outcome)
        }
      },
    })
  }

  return (
    <Dialog
      wide
      title={texts.title(formatCount(total, ...texts.noun))}
      description={isOne ? undefined : 'Nothing has changed yet. This is what would happen.'}
      focusFirst={focusFirst ?? (danger ? keepButton : runButton)}
      busy={run.isPending}
      onClose={onClose}
      footer={
        <>
          <CancelButton ref={keepButton}>{cancelLabel}</CancelButton>
          <Button
            ref={runButton}
            variant={danger ? 'danger' : 'primary'}
            busy={run.isPending || dryRun.isFetching}
            disabled={dryRun.isError || result?.changed === 0}
            onClick={start}
          >
            {texts.actionLabel(formatNumber(result?.changed ?? selected))}
          </Button>
        </>
      }
    >
      {notice ? (
        <InlineAlert tone="warning" icon={<Info />} title={notice}>
          These are the numbers now.
        </InlineAlert>
      ) : null}
      <p className="sr-only" role="status">
        {result ? resultSentence(result, texts) : 'Counting'}
      </p>
      <QueryState
        query={dryRun}
        pending={isOne ? <Skeleton className="h-5" /> : waiting}
        error={{ title: countProblem(dryRun.error), safe }}
      >
        {(counted) =>
          isOne ? <OneChange result={counted} texts={texts} /> : <DryRunSum result={counted} texts={texts} />
        }
      </QueryState>
      {children}
      <FormProblem>{run.isError ? problem(run.error) : null}</FormProblem>
    </Dialog>
  )
}

const safe = 'Nothing was changed.'

function countProblem(error: unknown): string {
  return errorCode(error) === 'too_many_rows'
    ? 'More than 20,000 match. Choose filters that find fewer.'
    : 'This could not be counted.'
}

const recounted: Record<Recount, string> = {
  numbers_differ: 'Something changed while this was open.',
  dry_run_expired: 'This was counted more than five minutes ago.',
}

function problem(error: unknown): string {
  return (
    explainError(error, {
      not_admin: `${notAdmin} Nothing was changed.`,
      invalid_delivery: invalidDeliveryMessage,
      network:
        'The server did not respond, so it may or may not have started. It is safe to try again: nothing is done twice.',
    }) ?? 'Something went wrong. Please try again.'
  )
}

function resultSentence(result: OperationResult, texts: OperationTexts): string {
  const skipped = countSkipped(result)
  const changes = `${formatCount(result.changed, ...texts.noun)} will change`
  return skipped > 0 ? `${changes}, ${formatNumber(skipped)} skipped.` : `${changes}.`
}

const waiting = (
  <div className="grid gap-3">
    <Skeleton className="h-5" />
    <Skeleton className="h-5" />
    <Skeleton className="h-12" />
    <Skeleton className="h-24" />
  </div>
)
