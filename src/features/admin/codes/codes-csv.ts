import type { Code, CodeKind } from '@/entities/codes/code'
import { csvTime, saveCsv, toCsv } from '@/lib/csv'
import { inviteLink } from './create/invite-link'
import { texts } from './texts'

export function codesCsv(kind: CodeKind, codes: readonly Code[]): string {
  const rows = codes.map((code) => [
    code.code,
    kind === 'token' ? (code.token_value ?? 0) : inviteLink(code.code),
    code.note ?? '',
    code.is_used ? 'Used' : 'Available',
    code.is_used ? (code.user?.name ?? 'Unknown user') : '',
    code.user?.email ?? '',
    code.used_at ? csvTime(code.used_at) : '',
    csvTime(code.created_at),
  ])
  return toCsv(
    [
      'Code',
      kind === 'token' ? 'Token Value' : 'Link',
      'Note',
      'Status',
      'Used By',
      'Email',
      'Used',
      'Created',
    ],
    rows,
  )
}

export function saveListed(kind: CodeKind, codes: readonly Code[]) {
  saveCsv(texts[kind].file, codesCsv(kind, codes))
}

export function saveBatch(kind: CodeKind, batch: string, codes: readonly Code[]) {
  saveCsv(`${texts[kind].file}-batch-${batch.slice(0, 8)}`, codesCsv(kind, codes))
}
