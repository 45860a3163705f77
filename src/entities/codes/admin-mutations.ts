import { useMutation } from '@tanstack/react-query'
import type { CodeFilters, CodeKind } from '@/entities/codes/code'
import { codeCreateFailure, isCodeTaken } from '@/entities/codes/messages'
import { type OperationTarget, operationCall, targetArguments } from '@/entities/operations/operation'
import { uncertainWrite } from '@/entities/shared/write-errors'
import { supabase } from '@/lib/supabase'

export function codeFilter({ state, search }: CodeFilters): Record<string, string> {
  return { state, ...(search ? { search } : {}) }
}

/** Revokes available codes; admins see the reason (D41, D46). */
export function revokeCodes(kind: CodeKind, target: OperationTarget, reason: string) {
  return operationCall((run) =>
    supabase.rpc('revoke_codes', {
      p_kind: kind,
      ...targetArguments(target),
      ...run,
      ...(run.p_dry_run ? {} : { p_reason: reason }),
    }),
  )
}

export const extendProblems = {
  ...uncertainWrite,
  code_not_extendable: 'It was used up or revoked, or its invitation was erased. Close this and look again.',
  expiry_past: 'This time has passed. Choose a later date.',
}

/** Null removes the expiry date (D41). */
export function useExtendCode(kind: CodeKind) {
  return useMutation({
    mutationFn: async ({ id, until }: { id: string; until: string | null }) => {
      await supabase
        .rpc('extend_code', { p_kind: kind, p_id: id, p_expires_at: until ?? undefined })
        .abortSignal(AbortSignal.timeout(20_000))
        .throwOnError()
    },
    meta: { failed: 'form' },
  })
}

/** As the database stores it; only token codes have a `token_value`. */
export type ImportedCode = {
  code: string
  token_value?: number
  max_uses: number
  expires_at: string | null
  note: string | null
}

/** Sent in one statement; a retry sends the same. */
type CodeImport = { batch: string; codes: readonly ImportedCode[] }

export const maxImportedCodes = 10_000

export const importProblems = {
  ...uncertainWrite,
  '23505': 'Some of these codes exist by now, so none was created. Go back and check again.',
}

const timeout = () => AbortSignal.timeout(60_000)
const table = (kind: CodeKind) => supabase.from(kind === 'token' ? 'redeem_codes' : 'invite_codes')

/** Returns the indexes of codes that exist. */
export function useTakenCodes(kind: CodeKind) {
  return useMutation({
    mutationFn: async (codes: readonly string[]) => {
      const { data } = await supabase
        .rpc('taken_codes', { p_kind: kind, p_codes: [...codes] })
        .abortSignal(timeout())
        .throwOnError()
      return new Set(data.map((position) => position - 1))
    },
    meta: { failed: 'form', refreshes: ['nothing'] },
  })
}

export function useImportCodes(kind: CodeKind) {
  return useMutation({
    mutationFn: async ({ batch, codes }: CodeImport) => {
      try {
        await insert(kind, batch, codes)
      } catch (error) {
        if (!isCodeTaken(error) || !(await batchExists(kind, batch))) throw error
      }
    },
    meta: { failed: (error) => codeCreateFailure(kind, error) },
  })
}

/** Whether an earlier attempt without a response created the batch. */
async function batchExists(kind: CodeKind, batch: string): Promise<boolean> {
  const { data } = await table(kind)
    .select('id')
    .eq('batch_id', batch)
    .limit(1)
    .abortSignal(timeout())
    .throwOnError()
  return data.length > 0
}

async function insert(kind: CodeKind, batch_id: string, codes: readonly ImportedCode[]): Promise<void> {
  const made =
    kind === 'token'
      ? supabase.from('redeem_codes').insert(codes.map((code) => ({ token_value: 0, ...code, batch_id })))
      : supabase.from('invite_codes').insert(codes.map(({ token_value, ...code }) => ({ ...code, batch_id })))
  await made.abortSignal(timeout()).throwOnError()
}
