import { formatCount } from '@/lib/format'

export function refundSentence(tokens: number): string {
  return tokens > 0
    ? `If we cannot repair it, your ${formatCount(tokens, 'token comes', 'tokens come')} back.`
    : ''
}
