import { formatCount } from '@/lib/format'
import type { OperationTexts } from '../kinds'

const noun = ['benefit', 'benefits'] as const

export function benefitChangeTexts(change: string, value: number): OperationTexts {
  return {
    ...(change === 'active' ? statusTexts(value === 1) : priceTexts(change, value)),
    noun,
    reasons: {
      same_price: () => 'The price stays the same',
      price_out_of_range: () => 'The price would be less than 1 or more than 1,000,000',
      already_active: () => 'Already active',
      already_inactive: () => 'Already inactive',
    },
  }
}

type Words = Omit<OperationTexts, 'noun' | 'reasons'>

const statusTexts = (on: boolean): Words => ({
  title: (what) => `${on ? 'Activate' : 'Deactivate'} ${what}`,
  actionLabel: (count) => `${on ? 'Activate' : 'Deactivate'} ${count}`,
  running: `${on ? 'Activating' : 'Deactivating'} benefits`,
  done: (count) => `${count} ${on ? 'activated' : 'deactivated'}`,
  did: (what) => `${on ? 'activated' : 'deactivated'} ${what}`,
})

const priceTexts = (change: string, value: number): Words => ({
  title: (what) => `Change the price of ${what} ${priceWords(change, value)}`,
  actionLabel: (count) => `Change ${count}`,
  running: 'Changing prices',
  done: (count) => `${count} changed`,
  did: (what) => `changed the price of ${what} ${priceWords(change, value)}`,
})

/** 'to 40 tokens', 'by −5 tokens', 'by +10%' */
function priceWords(change: string, value: number): string {
  if (change === 'price') return `to ${formatCount(value, 'token')}`
  const signedChange = `${value < 0 ? '−' : '+'}${change === 'percent' ? `${Math.abs(value)}%` : formatCount(Math.abs(value), 'token')}`
  return `by ${signedChange}`
}
