import { formatNumberRef } from '@/entities/explanations/number-ref'
import type { FlowStep, TokenStep } from '@/entities/overview/counts'

export type TokenFigure = 'issued' | 'spent' | 'outstanding'

export const tokenWords: Record<TokenFigure, string> = {
  issued: 'Issued',
  spent: 'Spent',
  outstanding: 'Outstanding',
}

export function tokensRef(number: TokenFigure, step: FlowStep, { starts_on }: TokenStep): string {
  return formatNumberRef({ number, step, from: starts_on })
}

export function allTokensRef(number: TokenFigure, step: FlowStep, rows: readonly TokenStep[]): string {
  if (number === 'outstanding') return formatNumberRef({ number, step: `${step}s` })
  return formatNumberRef({ number, step: `${step}s`, from: rows[0]?.starts_on })
}
