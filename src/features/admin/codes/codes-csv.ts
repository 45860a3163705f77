import { type Code, type CodeKind, codeStateOf } from '@/entities/codes/code'
import { csvTime, saveCsv, toCsv } from '@/lib/csv'
import { paths } from '@/lib/paths'
import { codeKindTexts } from './code-kind-texts'

const states = { available: 'Available', used: 'Used', expired: 'Expired', revoked: 'Revoked' }

export function codesCsv(kind: CodeKind, codes: readonly Code[]): string {
  const rows = codes.map((code) => [
    code.code,
    kind === 'token' ? (code.token_value ?? 0) : inviteLink(code.code),
    code.note ?? '',
    states[codeStateOf(code)],
    code.uses,
    code.max_uses,
    code.expires_at ? csvTime(code.expires_at) : '',
    code.uses > 0 ? (code.user?.name ?? 'Unknown user') : '',
    code.user?.email ?? '',
    code.used_at ? csvTime(code.used_at) : '',
    csvTime(code.created_at),
    code.revoked_at ? csvTime(code.revoked_at) : '',
    code.revoked_reason ?? '',
  ])
  return toCsv(
    [
      'Code',
      kind === 'token' ? 'Token Value' : 'Link',
      'Note',
      'Status',
      'Times Used',
      // As imports read it.
      'Uses',
      'Expires',
      'Used By',
      'Email',
      'Used',
      'Created',
      'Revoked',
      'Reason',
    ],
    rows,
  )
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
