import type { Code, CodeKind } from '@/entities/codes/list'
import { csvTime, saveCsv, toCsv } from '@/lib/csv'
import { inviteLink } from './create/invite-link'
import { words } from './words'

/** Codes as CSV (D22): what each is, and who used it when; of invite codes also the link. */
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

/** Saves the codes of a tab or a search. */
export function saveListed(kind: CodeKind, codes: readonly Code[]) {
  saveCsv(words[kind].file, codesCsv(kind, codes))
}

/** Saves a batch, under a name that no other batch has. */
export function saveBatch(kind: CodeKind, batch: string, codes: readonly Code[]) {
  saveCsv(`${words[kind].file}-batch-${batch.slice(0, 8)}`, codesCsv(kind, codes))
}
