const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** `$1,386.00`: an amount in a column of amounts. */
export const amountText = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${dollars.format(Math.abs(cents) / 100)}`
