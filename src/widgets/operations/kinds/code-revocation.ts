import { formatCount } from '@/lib/format'
import type { OperationTexts } from '../kinds'
import { formatChangedBy } from '../reasons'

const nouns = {
  token: ['token code', 'token codes'],
  invite: ['invite code', 'invite codes'],
} as const

export function codeRevocationTexts(kind: 'token' | 'invite', code?: string): OperationTexts {
  return {
    noun: nouns[kind],
    title: (what) => `Revoke ${code ?? what}?`,
    actionLabel: (count) => (code ? 'Revoke code' : `Revoke ${count}`),
    running: 'Revoking codes',
    done: (count) => `${count} revoked`,
    did: (what) => `revoked ${what}`,
    tokens: (tokens) => (tokens > 0 ? `None; ${formatCount(tokens, 'token')} will not be issued` : 'None'),
    reasons: {
      already_revoked: (group) => `Already revoked${formatChangedBy(group)}`,
      already_used: () => 'Already used',
    },
  }
}
