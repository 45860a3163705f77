import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { ChoiceField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { useNow } from '@/components/ui/use-now'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import {
  emptyReport,
  problemsOf,
  reportProblem,
  reportSchema,
  useReportDelivery,
} from '@/entities/deliveries/report'
import { orderedBenefit } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { formatNearTime } from '@/lib/near-time'
import { maskEnding } from './content'
import { refundSentence } from './report-alert'

const answerMs = 24 * 3_600_000

type Props = {
  order: OwnOrder
  /** As of when the dialog was opened. */
  delivery: DeliveryStatus
  current: DeliveryStatus
  onClose: () => void
}

export function ReportDialog({ order, delivery, current, onClose }: Props) {
  const { field, handleSubmit, control } = useZodForm(reportSchema, emptyReport)
  const { mutate, isPending, isSuccess, error } = useReportDelivery(order.id, delivery)
  const answerDeadline = formatNearTime(new Date(useNow() + answerMs).toISOString(), Date.now())
  const choice = useWatch({ control, name: 'choice' })
  const { name, tokens } = orderedBenefit(order)
  const isKey = delivery.kind === 'key'
  // A key that was revealed just before is read only by the time it is loaded again.
  const canBeReplaced = [delivery, current].some(({ next_report }) => next_report === 'replaced')
  const problems = problemsOf(delivery.kind ?? (delivery.message ? 'text' : 'nothing'))
  const isRefused = (label: string) => problems.some((each) => each.label === label && each.isRefused)
  const arrived = current.reported_at !== delivery.reported_at

  // Also after a lost response: the refetched order shows the report.
  useEffect(() => {
    if (arrived && !isPending) onClose()
  }, [arrived, isPending, onClose])

  /** Of a report, as the server decides it (D68). */
  function consequenceOf(label: string) {
    if (isRefused(label) && canBeReplaced)
      return (
        <>
          <b>You get another key now.</b> This one is set aside.
        </>
      )
    return (
      <>
        {isKey && !isRefused(label) ? (
          <>
            <b>You keep this key.</b>{' '}
          </>
        ) : null}
        <span>{`An admin looks at it and answers by ${answerDeadline}.`}</span>
      </>
    )
  }

  return (
    <Dialog
      title="It doesn't work"
      description={
        <>
          <bdi>{name}</bdi>
          <span>{isKey && delivery.mask ? `, key ending in ${maskEnding(delivery.mask)}` : null}</span>
        </>
      }
      busy={isPending}
      onClose={onClose}
      onSubmit={handleSubmit((input) =>
        mutate({ ...input, keyRefused: isRefused(input.choice) }, { onSuccess: onClose }),
      )}
      footer={
        <SubmitButtons cancel="Close" busy={isPending || isSuccess} busyLabel="Sending...">
          {isRefused(choice) && canBeReplaced ? 'Get another key' : 'Send the report'}
        </SubmitButtons>
      }
    >
      <ChoiceField
        label="What is wrong?"
        choices={problems.map(({ label }) => ({ value: label, label, hint: consequenceOf(label) }))}
        {...field('choice')}
      />
      <p className="-mt-2 text-xs text-ink-muted">
        {`${
          isKey && canBeReplaced
            ? 'One replacement in 30 days. If that one fails too, an admin looks at it. '
            : ''
        }${refundSentence(tokens)}`}
      </p>
      <TextArea
        label="What did you see?"
        mark="Optional"
        rows={3}
        hint={`Paste the message word for word if you can.${isKey ? ' Do not paste the key.' : ''}`}
        {...field('text')}
      />
      <FormProblem>{error ? reportProblem(error) : null}</FormProblem>
    </Dialog>
  )
}
