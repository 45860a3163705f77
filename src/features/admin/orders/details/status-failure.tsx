import { FormProblem } from '@/components/form/field'
import { WithName } from '@/components/ui/with-name'
import { invalidDeliveryMessage } from '@/entities/deliveries/admin-messages'
import { useOrderHistory } from '@/entities/orders/admin-detail'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { ConflictError, notAdmin } from '@/entities/shared/write-errors'
import { errorCode, explainError } from '@/lib/errors'
import { capitalize, formatCount, formatDateTime, formatNumber } from '@/lib/format'
import { customerOf } from '../customer'
import { tokensOf } from './token-note'

type Props = { order: AdminOrder; error: unknown }

export function StatusFailure({ order, error }: Props) {
  const { data: history } = useOrderHistory(order.id)
  const moved: string | undefined = error instanceof ConflictError ? error.changed?.current.status : undefined
  const text =
    moved === undefined
      ? reason(error, order)
      : `${overtakenText(moved, history?.changes ?? [])} Nothing was changed; what you set now replaces it.`

  const names = [customerOf(order)?.name, ...(history?.changes ?? []).map(({ actor_name }) => actor_name)]
  const name = names.find((one) => one && text?.includes(one))
  return <FormProblem>{text && <WithName text={text} name={name ?? undefined} />}</FormProblem>
}

type Change = { at: string; actor_name: string | null; to_status: string }

function overtakenText(status: string, changes: readonly Change[]): string {
  const change = changes.find(({ to_status }) => to_status === status)
  return change
    ? `${change.actor_name ?? 'Deleted user'} set this order to ${capitalize(status)} on ${formatDateTime(change.at)}.`
    : `This order was set to ${capitalize(status)} since you opened it.`
}

function reason(error: unknown, order: AdminOrder): string | undefined {
  switch (errorCode(error)) {
    case 'insufficient_tokens':
      return `${shortage(order)} Nothing was changed.`
    case 'invalid_delivery':
      return invalidDeliveryMessage
    case 'not_admin':
      return `${notAdmin} Nothing was changed.`
    case 'network':
      return 'The server did not respond, so the status may or may not have changed. It is safe to try again.'
    default:
      return explainError(error)
  }
}

function shortage(order: AdminOrder): string {
  const price = tokensOf(order)
  const balance = order.profile?.current_tokens
  const name = customerOf(order)?.name ?? 'The customer'
  // Read after the refusal, so it may have risen.
  return balance === undefined || balance >= price
    ? `The balance of ${name} did not cover the ${formatCount(price, 'token')} of this order.`
    : `${name} has ${formatCount(balance, 'token')}, the order needs ${formatNumber(price)}.`
}
