import type { CheckResult } from '@/entities/history/check'
import type { Receipt } from '@/entities/history/receipt'
import { brand } from '@/lib/brand'
import { saveFile } from '@/lib/save-file'

export function saveReceipt(account: string, { chain, checkedAt }: CheckResult) {
  const receipt: Receipt = {
    receipt: 'guildhall ledger 1',
    account,
    count: chain.count,
    head: chain.head,
    checkedAt: checkedAt.toISOString(),
  }
  const name = `${brand.name.toLowerCase()}-receipt-${checkedAt.toLocaleDateString('sv')}.json`
  saveFile(name, new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }))
}
