/** `$20.00`: an amount in a column of amounts. */
export const amountText = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
