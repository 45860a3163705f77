import { askedKey } from '@/entities/explanations/asked'
import type { OrderStatus } from '@/entities/orders/status'
import type { FlowStep, OrderDay, TokenStep } from '@/entities/overview/flows'

export type TokenFigure = 'issued' | 'spent' | 'outstanding'

export const tokenWords: Record<TokenFigure, string> = {
  issued: 'Issued',
  spent: 'Spent',
  outstanding: 'Outstanding',
}

export function askTokens(number: TokenFigure, step: FlowStep, { starts_on }: TokenStep): string {
  return askedKey({ number, step, from: starts_on })
}

export function askAllTokens(number: TokenFigure, step: FlowStep, rows: readonly TokenStep[]): string {
  if (number === 'outstanding') return askedKey({ number, step: `${step}s` })
  return askedKey({ number, step: `${step}s`, from: rows[0]?.starts_on })
}

export function askOrders({ day }: OrderDay, part?: OrderStatus): string {
  return askedKey({ number: 'orders', part, step: 'day', from: day })
}

export function askAllOrders(rows: readonly OrderDay[], part?: OrderStatus): string {
  return askedKey({ number: 'orders', part, step: 'days', from: rows[0]?.day })
}
