import { useMutation } from '@tanstack/react-query'
import { type Code, type CodeKind, codeTable, inviteColumns, tokenColumns } from '@/entities/codes/code'
import { batchRows } from '@/entities/codes/list'
import { type CodeInput, generateCodes, maxBatchSize } from '@/entities/codes/schemas'
import { useUser } from '@/entities/session/session'
import { errorCode, isTransient } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** Codes to create in one statement. The form keeps them until its content changes: a retry sends the same (D3). */
export type NewCodes = {
  codes: readonly string[]
  token_value: number
  note: string | null
  /** What several codes have in common; null for one. */
  batch_id: string | null
}

/** Letters and digits of a generated code. */
export const codeLength: Record<CodeKind, number> = { token: 8, invite: 10 }

/** The code that was typed, or generated ones. */
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

const timeout = () => AbortSignal.timeout(20_000)

export const codeTakenMessage = 'This code already exists. Please use a different code.'

export function isCodeTaken(error: unknown): boolean {
  return errorCode(error) === '23505'
}

/**
 * Creates one code, or up to 500 in one statement, and returns them. A typed code that exists is refused with 23505, a
 * generated one is replaced. Codes of an earlier attempt whose response was lost are read back.
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

/** The codes may have been created all the same. */
export function isUncertain(error: unknown): boolean {
  return isTransient(error) && errorCode(error) !== 'offline'
}

/** `retriedBy`: the admin who sent this code before and got no response. */
async function createOne(kind: CodeKind, sent: NewCodes, retriedBy: string | undefined): Promise<Code[]> {
  try {
    return await insert(kind, sent)
  } catch (error) {
    if (!isCodeTaken(error) || retriedBy === undefined) throw error
    const { data } = await codeTable(kind)
      .eq('code', sent.codes[0] ?? '')
      .eq('created_by', retriedBy)
      .abortSignal(timeout())
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
    const rows = batchRows(kind, batch)({ reverse: false, limit: maxBatchSize })
    const { data } = await rows.abortSignal(timeout()).throwOnError()
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
          .abortSignal(timeout())
          .throwOnError()
      : await supabase
          .from('invite_codes')
          .insert(rows)
          .select(inviteColumns)
          .abortSignal(timeout())
          .throwOnError()
  return data
}
