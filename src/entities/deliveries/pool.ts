import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { poolLoadFailure } from '@/entities/deliveries/admin-messages'
import { deliveryKeys } from '@/entities/deliveries/delivery'
import { type OperationTarget, operationCall } from '@/entities/operations/operation'
import { type KeysetPage, type KeysetRange, maxSearchRows, readKeysetPage } from '@/entities/shared/keyset'
import { read, readOne } from '@/entities/shared/read'
import { NetworkError } from '@/lib/errors'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

export const keyStates = ['available', 'delivered', 'quarantined'] as const
export type KeyState = (typeof keyStates)[number]

/** Empty strings do not filter. */
export type PoolFilters = { search: string; state: KeyState | '' }

/** Masked (D31). */
export type PoolKey = {
  id: number
  mask: string
  state: KeyState
  batch: number
  order_id: string | null
  order_number: string | null
  customer_name: string | null
  changed_at: string
}

export const keysPerPage = 25

export function poolKey({ id }: Pick<PoolKey, 'id'>): RowKey {
  return { value: String(id), id: String(id) }
}

function poolSource(benefitId: string, { search, state }: PoolFilters) {
  const rows = ({ key, reverse, limit }: KeysetRange) =>
    supabase.rpc('search_keys', {
      p_benefit_id: benefitId,
      p_search: search || undefined,
      p_state: state || undefined,
      p_key_id: key && Number(key.id),
      p_reverse: reverse,
      p_limit: limit,
    })
  return { rows, keys: rows, keyOf: poolKey, maxRows: maxSearchRows }
}

/** Newest first, masked (D31). */
export function usePool(benefitId: string, filters: PoolFilters, cursor: PageCursor) {
  return useQuery({
    queryKey: deliveryKeys.pool(benefitId, filters, cursor),
    queryFn: async ({ signal }) => {
      const page = await readKeysetPage(poolSource(benefitId, filters), cursor, keysPerPage, signal)
      // The generated types of functions lack null and the states.
      return page as KeysetPage<PoolKey>
    },
    placeholderData: keepPreviousData,
    meta: { failed: poolLoadFailure },
  })
}

/** By state, and how many were delivered in 30 days. */
export function usePoolCounts(benefitId: string) {
  return useQuery({
    queryKey: deliveryKeys.poolCounts(benefitId),
    queryFn: ({ signal }) => readOne(supabase.rpc('key_counts', { p_benefit_id: benefitId }), signal),
  })
}

/** Returns the new state: a key stays quarantined while its batch is. */
export function useSetKeyAside() {
  return useMutation({
    mutationFn: async ({ id, aside }: { id: number; aside: boolean }) => {
      const { data } = await supabase.rpc('set_key_aside', { p_key_id: id, p_aside: aside }).throwOnError()
      return data as KeyState
    },
    meta: { failed: 'The key was not changed.' },
  })
}

/** Passes the key to `show` only: a result would stay in the cache. Logged first, 30 an hour, and read second (D31, D53). */
export function useRevealKey() {
  return useMutation({
    mutationFn: async ({ id, show }: { id: number; show: (key: string) => void }) => {
      await supabase.rpc('reveal_key', { p_key_id: id }).throwOnError()
      const { data } = await supabase.rpc('revealed_key', { p_key_id: id }).throwOnError()
      show(data)
    },
    meta: { failed: 'form' },
  })
}

export function keyFilter(benefit: string, { search, state }: PoolFilters): Record<string, string> {
  return { benefit, ...(search ? { search } : {}), ...(state ? { state } : {}) }
}

/** Puts unused keys aside, or back (D31, D46). */
export function setKeysAside(target: OperationTarget, aside: boolean) {
  return operationCall((run) =>
    supabase.rpc('set_keys_aside', {
      ...('ids' in target ? { p_ids: target.ids.map(Number) } : { p_filter: target.filter }),
      ...run,
      p_aside: aside,
    }),
  )
}

type Problem =
  | 'empty'
  | 'too_short'
  | 'too_long'
  | 'unprintable'
  | 'spreadsheet_error'
  | 'rounded_number'
  | 'duplicate_line'
  | 'duplicate_key'

/** `line`: the position of the key, from 1; `first_line`: that of the key that a duplicate repeats. */
export type KeyProblem = { line: number; problem: Problem; first_line: number | null }

export type KeyImport = { batch: number; added: number; problems: KeyProblem[] }

/** Enforced by the database (D31). */
export const maxImportedKeys = 10_000

/** Adds keys as a batch, or says what would be added; a repeated request adds nothing twice. */
export function useImportKeys(benefitId: string, dryRun = false) {
  return useMutation({
    mutationFn: async (keys: readonly string[]) => {
      const signal = AbortSignal.timeout(60_000)
      const id = await read(
        supabase.rpc('import_keys', { p_benefit_id: benefitId, p_keys: [...keys], p_dry_run: dryRun }),
        signal,
      )
      // What was found is read second, once the guesses in it are counted (D53).
      const [result] = await read(supabase.rpc('key_import', { p_id: id }), signal)
      if (!result) throw new NetworkError('The import returned no row')
      // The generated type lacks the shape of JSON.
      return result as KeyImport
    },
    // No key stays in the cache.
    gcTime: 0,
    meta: { failed: 'form', ...(dryRun && { refreshes: ['nothing'] }) },
  })
}
