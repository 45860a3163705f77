import type { OperationTexts } from '../kinds'

export const lineProblems: Record<string, string> = {
  invalid_email: 'No email address',
  unknown_email: 'No member has this email address',
  invalid_tokens: 'The tokens are not a whole number from 1 to 1,000,000',
  formula: 'The reason starts like a formula',
  reason_required: 'No reason',
  invalid_reason: 'The reason has more than 200 characters, or invisible ones',
  duplicate_line: 'The same email address as an earlier line',
  not_found: 'This member has been deleted',
  balance_too_large: 'The balance would exceed 1,000,000,000 tokens',
}

export const tokenGrantTexts: OperationTexts = {
  noun: ['member', 'members'],
  title: (what) => `Grant tokens to ${what}`,
  actionLabel: (count) => `Grant tokens to ${count}`,
  running: 'Granting tokens',
  done: (count) => `Tokens granted to ${count}`,
  did: (what) => `granted tokens to ${what}`,
  reasons: Object.fromEntries(Object.entries(lineProblems).map(([reason, text]) => [reason, () => text])),
}
