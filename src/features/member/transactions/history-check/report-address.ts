import type { CheckResult } from '@/entities/history/check'
import { hexOf } from '@/entities/history/hex'

/** The link that writes to the club about a history that does not match. */
export function reportAddress(
  { chain, broken, balance, total, checkedAt }: CheckResult,
  contactAddress: string,
): string {
  const problem = broken
    ? [
        `Transaction ${chain.broken?.position} of my token history does not match.`,
        `Transaction: ${broken.id}`,
        `Written down: ${hexOf(broken.hash)}`,
        `Worked out: ${chain.broken?.computed}`,
      ]
    : [
        `The last of ${chain.count} of the ${total} transactions of my token history leaves ${chain.balance}, my balance is ${balance}.`,
        `Fingerprint: ${chain.head}`,
      ]
  const body = [...problem, `Checked: ${checkedAt.toISOString()}`].join('\n')
  const query = new URLSearchParams({ subject: 'My token history does not match', body })
  return `mailto:${contactAddress}?${query.toString().replaceAll('+', '%20')}`
}
