import { useMutation } from '@tanstack/react-query'
import { type Code, type CodeKind, codeTable, inviteColumns, tokenColumns } from '@/entities/codes/code'
import { batchRows } from '@/entities/codes/list'
import { codeCreateFailure, isCodeTaken } from '@/entities/codes/messages'
import { type CodeInput, generateCodes, maxBatchSize } from '@/entities/codes/schemas'
import { useUser } from '@/entities/session/session'
import { errorCode, isTransient } from '@/lib/errors'
import { lastMomentOf } from '@/lib/local-time'
import { supabase } from '@/lib/supabase'

/** Sent in one statement; a retry sends the same (D3). */
export type NewCodes = {
  codes: readonly string[]
  token_value: number
  note: string | null
  /** Of a single code; several have one use each. */
  max_uses: number
  expires_at: string | null
  batch_id: string | null
}

export const codeLength: Record<CodeKind, number> = { token: 8, invite: 10 }

export function newCodes(
  kind: CodeKind,
  { choice, code, token_value, note, how_many, uses, expires }: CodeInput,
): NewCodes {
  const several = choice === 'several'
  return {
    codes: several ? generateCodes(how_many, codeLength[kind]) : [code],
    token_value,
    note: note || null,
    max_uses: several ? 1 : uses,
    expires_at: expires ? lastMomentOf(expires) : null,
    batch_id: several ? crypto.randomUUID() : null,
  }
}

const timeOf = (iso: string | null) => (iso === null ? null : Date.parse(iso))
const timeout = () => AbortSignal.timeout(20_000)

/** 1 to 500 codes. Refuses a typed duplicate (23505), replaces generated ones; after a lost response, reads them back. */
export function useCreateCodes(kind: CodeKind) {
  const { id: userId } = useUser()
  return useMutation({
    mutationFn: ({ codes, isRetry }: { codes: NewCodes; isRetry: boolean }) =>
      codes.batch_id === null
        ? createOne(kind, codes, isRetry ? userId : undefined)
        : createBatch(kind, codes, codes.batch_id),
    meta: { failed: (error) => codeCreateFailure(kind, error) },
  })
}

/** The codes may have been created nevertheless. */
export function isUncertain(error: unknown): boolean {
  return isTransient(error) && errorCode(error) !== 'offline'
}

/** `retriedBy`: the admin whose earlier attempt with this code got no response. */
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
    const matching = made.filter(
      (code) =>
        code.note === sent.note &&
        (code.token_value ?? sent.token_value) === sent.token_value &&
        code.max_uses === sent.max_uses &&
        timeOf(code.expires_at) === timeOf(sent.expires_at),
    )
    if (matching.length === 0) throw error
    return matching
  }
}

async function createBatch(kind: CodeKind, sent: NewCodes, batch: string, tries = 3): Promise<Code[]> {
  try {
    return await insert(kind, sent)
  } catch (error) {
    if (!isCodeTaken(error)) throw error
    const rows = batchRows(kind, batch)({ reverse: false, limit: maxBatchSize })
    const { data } = await rows.abortSignal(timeout()).throwOnError()
    if (data.length > 0) return data
    if (tries === 1) throw error
    const codes = generateCodes(sent.codes.length, codeLength[kind])
    return createBatch(kind, { ...sent, codes }, batch, tries - 1)
  }
}

async function insert(
  kind: CodeKind,
  { codes, token_value, note, batch_id, ...sent }: NewCodes,
): Promise<Code[]> {
  const { max_uses, expires_at } = sent
  const limits = { ...(max_uses > 1 ? { max_uses } : {}), ...(expires_at ? { expires_at } : {}) }
  const rows = codes.map((code) => ({ code, note, batch_id, ...limits }))
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
