import { useMutation } from '@tanstack/react-query'
import type { Code, CodeKind } from '@/entities/codes/list'
import { type CodeInput, generateCodes } from '@/entities/codes/schemas'
import { batchSource, codeTable, inviteColumns, tokenColumns } from '@/entities/codes/source'
import { useUser } from '@/entities/session/session'
import { errorCode, isTransient } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** Codes about to be created in one statement. Kept by the form until its content changes: a retry sends the same (D3). */
export type NewCodes = {
  codes: readonly string[]
  token_value: number
  note: string | null
  /** What several codes have in common; null for one. */
  batch_id: string | null
}

/** Letters and digits of a generated code (chapter 9). */
export const codeLength: Record<CodeKind, number> = { token: 8, invite: 10 }

/** What a form asks for: the code that was typed, or as many generated ones as it says. */
export function newCodes(kind: CodeKind, { code, token_value, note, how_many }: CodeInput): NewCodes {
  const several = how_many > 1
  return {
    codes: several ? generateCodes(how_many, codeLength[kind]) : [code],
    token_value,
    note: note || null,
    batch_id: several ? crypto.randomUUID() : null,
  }
}

const failures = { token: 'Failed to create token code', invite: 'Failed to create invite code' } as const

const patience = () => AbortSignal.timeout(20_000)

/** What a code that exists already is answered with (chapter 8). */
export const codeTakenMessage = 'This code already exists. Please use a different code.'

/** Did creating fail because the code exists? */
export function isCodeTaken(error: unknown): boolean {
  return errorCode(error) === '23505'
}

/**
 * Creates one code, or up to 500 in one statement; answers them. A typed code that exists is refused with 23505;
 * a generated one that exists is replaced. Codes that an unanswered try did create are read back as the success it was.
 */
export function useCreateCodes(kind: CodeKind) {
  const { id: userId } = useUser()
  return useMutation({
    mutationFn: ({ sent, again }: { sent: NewCodes; again: boolean }) =>
      sent.batch_id === null
        ? createOne(kind, sent, again ? userId : undefined)
        : createBatch(kind, sent, sent.batch_id),
    meta: {
      failed: (error) => ({
        title: 'Error',
        description: isCodeTaken(error) ? codeTakenMessage : failures[kind],
      }),
    },
  })
}

/** May a try that failed like this have created its codes all the same? */
export function isUncertain(error: unknown): boolean {
  return isTransient(error) && errorCode(error) !== 'offline'
}

/** `retriedBy`: who sent this code before and heard no answer. */
async function createOne(kind: CodeKind, sent: NewCodes, retriedBy: string | undefined): Promise<Code[]> {
  try {
    return await insert(kind, sent)
  } catch (error) {
    if (!isCodeTaken(error) || retriedBy === undefined) throw error
    const { data } = await codeTable(kind)
      .eq('code', sent.codes[0] ?? '')
      .eq('created_by', retriedBy)
      .abortSignal(patience())
      .throwOnError()
    const made: Code[] = data
    const same = made.filter(
      ({ note, token_value }) => note === sent.note && (token_value ?? sent.token_value) === sent.token_value,
    )
    if (same.length === 0) throw error
    return same
  }
}

async function createBatch(kind: CodeKind, sent: NewCodes, batch: string, tries = 3): Promise<Code[]> {
  try {
    return await insert(kind, sent)
  } catch (error) {
    if (!isCodeTaken(error)) throw error
    const { data } = await batchSource(kind, batch, patience()).read({ reverse: false, limit: 1000 })
    // One statement: all of them are there, or none.
    if (data.length > 0) return data
    if (tries === 1) throw error
    const codes = generateCodes(sent.codes.length, codeLength[kind])
    return createBatch(kind, { ...sent, codes }, batch, tries - 1)
  }
}

async function insert(kind: CodeKind, { codes, token_value, note, batch_id }: NewCodes): Promise<Code[]> {
  const rows = codes.map((code) => ({ code, note, batch_id }))
  const { data } =
    kind === 'token'
      ? await supabase
          .from('redeem_codes')
          .insert(rows.map((row) => ({ ...row, token_value })))
          .select(tokenColumns)
          .abortSignal(patience())
          .throwOnError()
      : await supabase
          .from('invite_codes')
          .insert(rows)
          .select(inviteColumns)
          .abortSignal(patience())
          .throwOnError()
  return data
}
