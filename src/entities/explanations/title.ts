import type { ExplainedRow } from '@/entities/explanations/explanation'
import { transactionTitle } from '@/entities/transactions/transaction'

export function explainedTitle(row: ExplainedRow): string {
  return transactionTitle({
    transaction_type: row.state ?? '',
    amount: row.amount,
    description: row.detail ?? '',
    order_id: row.order_id,
    order: { order_number: row.order_number, benefit_name: row.name, benefit_image_url: null, benefit: null },
  })
}
