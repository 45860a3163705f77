import { useMutation } from '@tanstack/react-query'
import type { CodeKind } from '@/entities/codes/code'
import { codeCreateFailure, isCodeTaken } from '@/entities/codes/messages'
import { uncertainWrite } from '@/entities/shared/write-errors'
import { supabase } from '@/lib/supabase'

/** As the database stores it; only token codes have a `token_value`. */
export type ImportedCode = {
  code: string
  token_value?: number
  max_uses: number
  expires_at: string | null
  note: string | null
}

/** Sent in one statement; a retry sends the same. */
export type CodeImport = { batch: string; codes: readonly ImportedCode[] }

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
    meta: { failed: (error) => ({ title: 'Error', description: codeCreateFailure(kind, error) }) },
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
