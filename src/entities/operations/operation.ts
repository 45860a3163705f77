import type { Json } from '@/lib/database.types'

/** Rows that were skipped for one reason (D46); `by` and `at`: who made the earlier change, and when. */
export type RowGroup = { reason: string; count: number; by?: string; at?: string }

/** 'credited' is for lateness (D36). */
export type TokenMove = {
  move: 'granted' | 'refunded' | 'charged' | 'credited'
  tokens: number
  members: number
}

/** Returned by a dry run, a run, an undo, and each of their steps. */
export type OperationResult = {
  operation_id: string
  changed: number
  skipped: RowGroup[]
  tokens: number
  moves: TokenMove[]
  emails: number
  /** Rows left; 0 when finished. */
  remaining: number
  as_of: string
}

export type OperationRequest = { dryRun: true } | { dryRun: false; expected: OperationResult }

/** The dry run and the run must send the same rows. */
export type OperationCall = (request: OperationRequest) => Promise<OperationResult>

export type OperationTarget = { ids: readonly string[] } | { filter: Record<string, string | boolean> }

export const operationKeys = {
  all: ['operations'],
  dryRun: (id: string, attempt: number) => ['operations', 'dry-run', id, attempt],
  recent: ['operations', 'recent'],
  rows: (id: string, state: string | undefined) => ['operations', 'rows', id, state],
  continuing: ['operations', 'continuing'],
}

export function countSkipped({ skipped }: Pick<OperationResult, 'skipped'>): number {
  return skipped.reduce((sum, { count }) => sum + count, 0)
}

export function targetArguments(target: OperationTarget) {
  return 'ids' in target ? { p_ids: [...target.ids] } : { p_filter: target.filter }
}

type Run = { p_dry_run: boolean; p_expected?: OperationResult }
/** The generated types of functions lack the shape of JSON. */
type Row = Omit<OperationResult, 'skipped' | 'moves'> & { skipped: Json; moves: Json }
type Builder = { single(): { throwOnError(): PromiseLike<{ data: Row }> } }

/** `start` calls a function of the database with the arguments of `run` and its own. */
export function operationCall(start: (run: Run) => Builder): OperationCall {
  return async (request) => {
    const run = request.dryRun ? { p_dry_run: true } : { p_dry_run: false, p_expected: request.expected }
    const { data } = await start(run).single().throwOnError()
    return data as OperationResult
  }
}
