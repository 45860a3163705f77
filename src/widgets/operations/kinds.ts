import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { RowGroup } from '@/entities/operations/operation'
import { formatCount, formatDateTime, formatTime, isToday } from '@/lib/format'

/** What the screens say about one kind of operation; `what` is '214 orders', `count` is '198'. */
export type OperationTexts = {
  noun: readonly [one: string, many: string]
  /** 'Mark 214 orders delivered' */
  title: (what: string) => string
  /** The button: 'Mark 198 delivered' */
  actionLabel: (count: string) => string
  /** 'Marking orders delivered' */
  running: string
  /** '198 marked delivered' */
  done: (count: string) => string
  /** After the name of an admin: 'marked 31 orders delivered' */
  past: (what: string) => string
  /** Describes `tokens` where none move. */
  tokens?: (tokens: number) => string
  /** Why rows are skipped or not undone, by reason. */
  reasons: Partial<Record<string, (skipped: RowGroup) => string>>
}

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

type ChangeTexts = Omit<OperationTexts, 'noun' | 'reasons'>

const statusTexts = (on: boolean): ChangeTexts => ({
  title: (what) => `${on ? 'Activate' : 'Deactivate'} ${what}`,
  actionLabel: (count) => `${on ? 'Activate' : 'Deactivate'} ${count}`,
  running: `${on ? 'Activating' : 'Deactivating'} benefits`,
  done: (count) => `${count} ${on ? 'activated' : 'deactivated'}`,
  past: (what) => `${on ? 'activated' : 'deactivated'} ${what}`,
})

const priceTexts = (change: string, value: number): ChangeTexts => ({
  title: (what) => `Change the price of ${what} ${priceWords(change, value)}`,
  actionLabel: (count) => `Change ${count}`,
  running: 'Changing prices',
  done: (count) => `${count} changed`,
  past: (what) => `changed the price of ${what} ${priceWords(change, value)}`,
})

/** 'to 40 tokens', 'by −5 tokens', 'by +10%' */
function priceWords(change: string, value: number): string {
  if (change === 'price') return `to ${formatCount(value, 'token')}`
  const signedChange = `${value < 0 ? '−' : '+'}${change === 'percent' ? `${Math.abs(value)}%` : formatCount(Math.abs(value), 'token')}`
  return `by ${signedChange}`
}

const shared: OperationTexts['reasons'] = {
  changed_since: (group) => `Changed in the meantime${formatChangedBy(group)}`,
  not_found: () => 'Deleted in the meantime',
  stopped: () => 'Not reached before it was stopped',
  tokens_spent: () => 'The tokens have been spent',
}

/** 'Cancelled by the member'; derived from the code for reasons of a later version of the app. */
export function reasonText(group: RowGroup, reasons: OperationTexts['reasons']): string {
  const text = reasons[group.reason] ?? shared[group.reason]
  return text?.(group) ?? group.reason.replaceAll('_', ' ')
}

/** ' by Ines Moreau since 19:02' */
function formatChangedBy({ by, at }: RowGroup): string {
  if (!at) return by ? ` by ${by}` : ''
  return `${by ? ` by ${by}` : ''} since ${isToday(at) ? formatTime(at) : formatDateTime(at)}`
}

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
    past: (what) => `revoked ${what}`,
    tokens: (tokens) => (tokens > 0 ? `${formatCount(tokens, 'token')} will not be issued` : 'None'),
    reasons: {
      already_revoked: (group) => `Already revoked${formatChangedBy(group)}`,
      already_used: () => 'Already used',
    },
  }
}

export function keyQuarantineTexts(aside: boolean): OperationTexts {
  const direction = aside ? 'aside' : 'back'
  return {
    noun: ['key', 'keys'],
    title: (what) => `Put ${what} ${direction}`,
    actionLabel: (count) => `Put ${count} ${direction}`,
    running: `Putting keys ${direction}`,
    done: (count) => `${count} put ${direction}`,
    past: (what) => `put ${what} ${direction}`,
    reasons: {
      handed_out: () => 'Handed out',
      already_aside: (group) => `Already put aside${formatChangedBy(group)}`,
      already_available: () => 'Already in the pool',
      batch_aside: () => 'Its whole batch is put aside',
    },
  }
}

export function membershipTexts(months: number): OperationTexts {
  const by = `by ${formatCount(months, 'month')}`
  return {
    noun: ['membership', 'memberships'],
    title: (what) => `Extend ${what}`,
    actionLabel: (count) => `Extend ${count} ${by}`,
    running: 'Extending memberships',
    done: (count) => `${count} extended ${by}`,
    past: (what) => `extended ${what} ${by}`,
    reasons: {
      no_end: () => 'The membership has no end',
      not_found: () => 'Deleted since',
    },
  }
}

export const orderNoteTexts: OperationTexts = {
  noun: ['order', 'orders'],
  title: (what) => `Add a note to ${what}`,
  actionLabel: (count) => `Add a note to ${count}`,
  running: 'Adding notes',
  done: (count) => `${count} given a note`,
  past: (what) => `added a note to ${what}`,
  reasons: {},
}

const orderNoun = ['order', 'orders'] as const

export function orderStatusTexts(status: string): OperationTexts {
  return {
    ...(status === 'cancelled' ? cancelTexts : markTexts(status)),
    noun: orderNoun,
    reasons: {
      same_status: (group) =>
        `Already ${status === 'cancelled' ? status : `marked ${status}`}${formatChangedBy(group)}`,
      cancelled_by_member: () => 'Cancelled by the member',
      deleted_user: () => 'Deleted user, no address to deliver to',
      sold_out: () => 'Sold out',
      limit_reached: () => 'The member has reached the limit of the benefit',
      insufficient_tokens: () => 'The balance does not cover the price',
    },
  }
}

type OrderStatusWords = Omit<OperationTexts, 'noun' | 'reasons'>

const markTexts = (status: string): OrderStatusWords => ({
  title: (what) => `Mark ${what} ${status}`,
  actionLabel: (count) => `Mark ${count} ${status}`,
  running: `Marking orders ${status}`,
  done: (count) => `${count} marked ${status}`,
  past: (what) => `marked ${what} ${status}`,
})

const cancelTexts: OrderStatusWords = {
  title: (what) => `Cancel ${what}`,
  actionLabel: (count) => `Cancel ${count}`,
  running: 'Cancelling orders',
  done: (count) => `${count} cancelled`,
  past: (what) => `cancelled ${what}`,
}

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
  past: (what) => `granted tokens to ${what}`,
  reasons: Object.fromEntries(Object.entries(lineProblems).map(([reason, text]) => [reason, () => text])),
}

export const OpenRows = lazyDialog(() => import('./rows-dialog').then((module) => module.RowsDialog))

type Parameters = Partial<Record<string, unknown>>

const kinds: Partial<Record<string, (parameters: Parameters) => OperationTexts>> = {
  membership: ({ months }) => membershipTexts(Number(months)),
  order_note: () => orderNoteTexts,
  code_revocation: ({ kind }) => codeRevocationTexts(kind === 'invite' ? 'invite' : 'token'),
  key_quarantine: ({ aside }) => keyQuarantineTexts(aside === true),
  benefit_change: ({ change, value }) => benefitChangeTexts(String(change), Number(value)),
  order_status: ({ status }) => orderStatusTexts(String(status)),
  token_grant: () => tokenGrantTexts,
}

/** Undefined for kinds of a later version of the app. */
export function textsOf({
  kind,
  parameters,
}: {
  kind: string
  parameters?: unknown
}): OperationTexts | undefined {
  return kinds[kind]?.(isObject(parameters) ? parameters : {})
}

function isObject(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
