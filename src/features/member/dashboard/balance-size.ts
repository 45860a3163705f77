export const balanceSizes = ['large', 'page', 'side'] as const
export type BalanceSize = (typeof balanceSizes)[number]

/** The largest size that fits beside the chart, down to 320 px. */
export function balanceSize(balance: number): BalanceSize {
  if (balance < 1000) return 'large'
  return balance < 100_000 ? 'page' : 'side'
}
