import type { OperationTexts } from './kinds'
import { benefitChangeTexts } from './kinds/benefit-change'
import { codeRevocationTexts } from './kinds/code-revocation'
import { keyQuarantineTexts } from './kinds/key-quarantine'
import { membershipTexts } from './kinds/membership'
import { orderNoteTexts } from './kinds/order-note'
import { orderStatusTexts } from './kinds/order-status'
import { tokenGrantTexts } from './kinds/token-grant'

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
