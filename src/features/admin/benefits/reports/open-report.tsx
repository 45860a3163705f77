import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import {
  answerErrorMessage,
  answerSavedMessage,
  reportAnswered,
  reportClosed,
} from '@/entities/deliveries/admin-messages'
import { manualKinds } from '@/entities/deliveries/admin-order'
import {
  type ReportAnswer,
  type ReportDetails,
  reportLabel,
  useAnswerReport,
} from '@/entities/deliveries/reports'
import { errorCode } from '@/lib/errors'
import { formatCount, formatDateTime } from '@/lib/format'
import { ContentFields, useDeliveryDraft } from '@/widgets/delivery-content/content-fields'
import { ReportFacts } from './report-facts'

type Props = { report: ReportDetails; onClose: () => void }

const maxReply = 2000
const replacements: Record<string, string> = {
  key: 'Give another key',
  link: 'Deliver the link again',
  file: 'Deliver the file again',
}

export function OpenReport({ report, onClose }: Props) {
  const { id, method, price, can_replace, order_status, due_at, answer: given, answer_text } = report
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [refunding, setRefunding] = useState(false)
  /** Its response was lost. */
  const [lostAnswer, setLostAnswer] = useState<ReportAnswer>()
  const form = useRef<HTMLDivElement>(null)
  const { mutateAsync, isPending, isSuccess, variables, error } = useAnswerReport(id)
  const isCancelled = order_status === 'cancelled'
  const canDeliver = !isCancelled && report.customer_id !== null
  const first = manualKinds.find((kind) => kind === method) ?? 'text'
  const draft = useDeliveryDraft({ kind: first })
  const byHand = draft.content !== undefined || (canDeliver && !can_replace)
  const isClosed = given !== null && !isPending && !isSuccess
  const hasArrived = given === lostAnswer && (answer_text ?? '') === text.trim()
  const problem = isClosed
    ? hasArrived
      ? answerSavedMessage
      : reportClosed
    : error
      ? answerErrorMessage(error)
      : null
  const sending = isPending ? variables.answer : undefined

  async function send(answer: ReportAnswer): Promise<boolean> {
    const delivery = byHand && answer === 'replaced' ? draft.content : undefined
    try {
      await mutateAsync({ answer, text, delivery })
    } catch (failure) {
      if (errorCode(failure) === 'network') setLostAnswer(answer)
      return false
    }
    toastSuccess('Success', reportAnswered(answer))
    onClose()
    return true
  }

  function replace() {
    if (!byHand || draft.check()) void send('replaced')
  }

  function reply() {
    const isEmpty = text.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) form.current?.querySelector('textarea')?.focus()
    else void send('replied')
  }

  return (
    <Dialog
      wide
      title={`Report ${reportLabel(report)}`}
      description={`Answer by ${formatDateTime(due_at)}.`}
      busy={isPending}
      onClose={onClose}
      footer={
        <>
          {isCancelled ? null : (
            <Button
              variant="danger-quiet"
              className="mr-auto"
              disabled={isPending || isClosed}
              onClick={() => setRefunding(true)}
            >
              Return {formatCount(price, 'token')}
            </Button>
          )}
          {canDeliver ? (
            <Button
              disabled={isClosed || (isPending && sending !== 'replaced')}
              busy={sending === 'replaced'}
              busyLabel="Delivering..."
              onClick={replace}
            >
              {byHand ? 'Deliver this instead' : (replacements[method] ?? 'Deliver it again')}
            </Button>
          ) : null}
          <Button
            variant="primary"
            disabled={isClosed || (isPending && sending !== 'replied')}
            busy={sending === 'replied'}
            busyLabel="Saving..."
            onClick={reply}
          >
            Reply and close
          </Button>
        </>
      }
    >
      <ReportFacts report={report} />
      {isCancelled ? <p>This order was cancelled, and its tokens went back.</p> : null}
      {!isCancelled && !canDeliver ? <p>The account was deleted, so nothing can be delivered.</p> : null}
      {byHand && canDeliver && draft.value ? (
        <section aria-labelledby="delivered-instead" className="grid gap-3">
          <h3 id="delivered-instead" className="text-base font-semibold">
            What is delivered instead <span className="font-normal text-ink-muted">(optional)</span>
          </h3>
          {method === 'key' && !can_replace ? (
            <p>No key is left in the pool. You can deliver another one by hand.</p>
          ) : null}
          <ContentFields delivery={draft} />
        </section>
      ) : null}
      <div ref={form}>
        <TextArea
          label="Reply"
          rows={3}
          maxLength={maxReply}
          hint="Goes out with any of the answers, and is shown on the order's page."
          error={isMissing && text.trim() === '' ? 'Write a reply, or choose another answer.' : undefined}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <FormProblem>{problem}</FormProblem>
      {refunding ? (
        <RefundReport
          report={report}
          onConfirm={() => send('refunded')}
          onClose={() => setRefunding(false)}
        />
      ) : null}
    </Dialog>
  )
}

type RefundProps = { report: ReportDetails; onConfirm: () => Promise<boolean>; onClose: () => void }

/** A refund cancels the order (D34). */
function RefundReport({ report, onConfirm, onClose }: RefundProps) {
  const { price, customer_id, customer_name, order_number } = report
  const tokens = formatCount(price, 'token')
  const name = customer_name ?? 'the member'
  const moves =
    customer_id === null
      ? 'The account was deleted, so no tokens move.'
      : `${tokens} ${price === 1 ? 'goes' : 'go'} back to ${name}.`
  return (
    <ConfirmDialog
      title={`Return ${tokens}?`}
      name={name}
      message={`${moves} ${order_number ?? 'The order'} is cancelled, and ${reportLabel(report)} is closed. What was delivered can no longer be read.`}
      confirmLabel={`Return ${tokens}`}
      cancelLabel="Keep order"
      busyLabel="Returning..."
      // A failure is shown in the dialog behind this one.
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
