import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '@/components/dialog/dialog'
import { ChoiceField } from '@/components/form/choice-field'
import { FormProblem } from '@/components/form/form-problem'
import { TextArea } from '@/components/form/text-area'
import { Button } from '@/components/ui/button'
import { reportProblem } from '@/entities/deliveries/messages'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import { useReportDelivery } from '@/entities/deliveries/report'
import { emptyReport, reportChoices, reportReason, reportSchema } from '@/entities/deliveries/schemas'
import type { OwnOrder } from '@/entities/orders/own'
import { orderedBenefit } from '@/entities/orders/status'
import { maskEnding } from './mask'
import { refundSentence } from './refund-sentence'

type Props = {
  order: OwnOrder
  /** As of when the dialog was opened. */
  delivery: DeliveryStatus
  current: DeliveryStatus
  onClose: () => void
}

export function ReportDialog({ order, delivery, current, onClose }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(reportSchema),
    defaultValues: emptyReport,
  })
  const { mutate, isPending, isSuccess, error } = useReportDelivery(order.id, delivery)
  const { name, tokens } = orderedBenefit(order)
  const isKey = delivery.kind === 'key'
  const getsAnother = delivery.next_report === 'replaced'
  const arrived = current.reported_at !== delivery.reported_at

  // Also after a lost response: the refetched order shows the report.
  useEffect(() => {
    if (arrived && !isPending) onClose()
  }, [arrived, isPending, onClose])

  return (
    <Dialog
      title="It does not work"
      description={
        <>
          <bdi>{name}</bdi>
          {isKey && delivery.mask ? `, key ending in ${maskEnding(delivery.mask)}` : null}
        </>
      }
      onClose={() => isPending || onClose()}
      onSubmit={handleSubmit((values) => mutate(reportReason(values), { onSuccess: onClose }))}
      footer={
        <>
          <Button variant="quiet" onClick={() => isPending || onClose()}>
            Close
          </Button>
          <Button type="submit" variant="primary" busy={isPending || isSuccess} busyLabel="Sending...">
            {getsAnother ? 'Get another key' : 'Send to an admin'}
          </Button>
        </>
      }
    >
      <ChoiceField
        label="What is wrong?"
        choices={
          reportChoices[delivery.kind ?? (delivery.message ? 'text' : 'nothing')] ?? ['Something else']
        }
        error={formState.errors.choice?.message}
        {...register('choice')}
      />
      <TextArea
        label="What did you see?"
        mark="Optional"
        rows={3}
        hint={`Paste the message word for word if you can.${isKey ? ' Do not paste the key.' : ''}`}
        error={formState.errors.text?.message}
        {...register('text')}
      />
      <p className="text-ink-2">
        {getsAnother
          ? 'You get another key at once. The one that you have will no longer belong to this order.'
          : `An admin will look at it, and you will have an answer within 24 hours. ${refundSentence(tokens)}`}
      </p>
      <FormProblem>{error ? reportProblem(error) : null}</FormProblem>
    </Dialog>
  )
}
