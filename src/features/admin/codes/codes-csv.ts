import { type Code, type CodeKind, codeStateOf } from '@/entities/codes/code'
import { csvTime, rowsToCsv, saveCsv } from '@/lib/csv'
import { paths } from '@/lib/paths'
import { codeKindTexts } from './code-kind-texts'

export const codeStateWords = { available: 'Available', used: 'Used', expired: 'Expired', revoked: 'Revoked' }

export function codesCsv(kind: CodeKind, codes: readonly Code[]): string {
  return rowsToCsv(codes, {
    Code: ({ code }) => code,
    ...(kind === 'token'
      ? { 'Token Value': ({ token_value = 0 }) => token_value }
      : { Link: ({ code }) => inviteLink(code) }),
    Note: ({ note }) => note,
    Status: (code) => codeStateWords[codeStateOf(code)],
    'Times Used': ({ uses }) => uses,
    // As imports read it.
    Uses: ({ max_uses }) => max_uses,
    Expires: ({ expires_at }) => csvTime(expires_at),
    'Used By': ({ uses, user }) => (uses > 0 ? (user?.name ?? 'Unknown user') : ''),
    Email: ({ user }) => user?.email,
    Used: ({ used_at }) => csvTime(used_at),
    Created: ({ created_at }) => csvTime(created_at),
    Revoked: ({ revoked_at }) => csvTime(revoked_at),
    Reason: ({ revoked_reason }) => revoked_reason,
  })
}

export function saveListed(kind: CodeKind, codes: readonly Code[]) {
  saveCsv(codeKindTexts[kind].file, codesCsv(kind, codes))
}

export function saveBatch(kind: CodeKind, batch: string, codes: readonly Code[]) {
  saveCsv(`${codeKindTexts[kind].file}-batch-${batch.slice(0, 8)}`, codesCsv(kind, codes))
}

export function inviteLink(code: string): string {
  return `${window.location.origin}${paths.auth({ invite: code })}`
}
