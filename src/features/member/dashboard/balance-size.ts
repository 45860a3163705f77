export const balanceSizes = ['large', 'page', 'side'] as const
export type BalanceSize = (typeof balanceSizes)[number]

/** How large a balance may stand beside the chart, on a phone of 320 px as well. */
export function balanceSize(balance: number): BalanceSize {
  if (balance < 1000) return 'large'
  return balance < 100_000 ? 'page' : 'side'
}
