import type { CodeKind } from '@/entities/codes/code'
import { errorCode, errorMessage } from '@/lib/errors'
import { formatDate } from '@/lib/format'
import { codeSpaceHint } from '@/lib/text'

export const codeLoadFailures: Record<CodeKind, string> = {
  token: 'Failed to load redeem codes',
  invite: 'Failed to load invite codes',
}

export const codeCreated: Record<CodeKind, string> = {
  token: 'Token code created successfully',
  invite: 'Invite code created successfully',
}

const codeCreateFailures: Record<CodeKind, string> = {
  token: 'Failed to create token code',
  invite: 'Failed to create invite code',
}

export const codeTaken = 'This code already exists. Please use a different code.'

export function isCodeTaken(error: unknown): boolean {
  return errorCode(error) === '23505'
}

export function codeCreateFailure(kind: CodeKind, error: unknown): string {
  return isCodeTaken(error) ? codeTaken : codeCreateFailures[kind]
}

/** Unknown, used or malformed: the server does not say which (D10). `redeemedAt`: when the member redeemed it. */
export class CodeRefusedError extends Error {
  readonly code = 'code_refused'
  constructor(readonly redeemedAt: string | undefined) {
    super()
  }
}

const invalidCode = 'Invalid or expired redemption code'

/** Unknown, used or malformed; a rate-limited guess is reported the same way (D10). */
const isInvalid = (error: unknown) => ['code_refused', 'rate_limited'].includes(errorCode(error))

/** Undefined for failures that the code field does not show. */
export function redeemFieldError(error: unknown, code: string): string | undefined {
  if (!isInvalid(error)) return undefined
  if (error instanceof CodeRefusedError && error.redeemedAt)
    return `You redeemed this code on ${formatDate(error.redeemedAt)}.`
  return codeSpaceHint(code) ?? invalidCode
}

export function redeemFailure(error: unknown): string {
  return isInvalid(error) ? invalidCode : errorMessage(error, 'Failed to redeem code')
}
