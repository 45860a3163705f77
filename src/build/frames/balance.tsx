import type { ReactNode } from 'react'
import { type BalanceSize, balanceSizes } from '@/features/member/dashboard/balance-size'
import { BalanceSum } from '@/features/member/dashboard/balance-sum'
import { formatNumber } from '@/lib/format'
import { placeholders } from './placeholders.ts'

/** Digits that occur nowhere else, to be found in the markup. */
const examples: Record<BalanceSize, number> = { large: 987, page: 98_765, side: 987_654 }

/** Adds templates of the balance in each size, for a profile that arrives before the app. */
export function renderBalance(page: string, render: (node: ReactNode) => string): string {
  const pending = render(<BalanceSum balance={undefined} />)
  if (!page.includes(pending)) throw new Error('The dashboard shows no BalanceSum')
  const known = balanceSizes.map((size) => {
    const sum = render(<BalanceSum balance={examples[size]} />)
    return `<template id="sum-${size}">${sum.replaceAll(formatNumber(examples[size]), placeholders.balance)}</template>`
  })
  return page.replace(pending, () => `<div data-sum>${pending}</div>${known.join('')}`)
}
