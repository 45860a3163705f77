import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { errorCode } from '@/lib/errors'
import { removeHidden, scriptJoiner, trimText } from '@/lib/text'

type Sendable<Data> = { throwOnError(): PromiseLike<{ data: Data }> }
type Request<Data> = Sendable<Data> & { abortSignal(signal: AbortSignal): Request<Data> }
type CountRequest = {
  abortSignal(signal: AbortSignal): CountRequest
  throwOnError(): PromiseLike<{ count: number | null }>
}
type RowRequest<Row> = {
  abortSignal(signal: AbortSignal): RowRequest<Row>
  throwOnError(): PromiseLike<{ data: Row[] }>
  single(): { throwOnError(): PromiseLike<{ data: unknown }> }
  maybeSingle(): { throwOnError(): PromiseLike<{ data: unknown }> }
}

/** What a query reads, until it is cancelled. */
export async function read<Data>(request: Request<Data>, signal: AbortSignal): Promise<Data> {
  return (await request.abortSignal(signal).throwOnError()).data
}

/** What a change returns. */
export async function send<Data>(request: Sendable<Data>): Promise<Data> {
  return (await request.throwOnError()).data
}

/** Of a request with an exact count. */
export async function readCount(request: CountRequest, signal: AbortSignal): Promise<number> {
  return (await request.abortSignal(signal).throwOnError()).count ?? 0
}

/** A missing row is an error. */
export async function readOne<Row>(request: RowRequest<Row>, signal: AbortSignal): Promise<Row> {
  return (await request.abortSignal(signal).single().throwOnError()).data as Row
}

/** Null if the id of a mistyped URL is not a UUID. */
export async function orNull<Data>(read: PromiseLike<Data>): Promise<Data | null> {
  try {
    return await read
  } catch (error) {
    if (errorCode(error) === '22P02') return null
    throw error
  }
}

/** Null if there is no such row. */
export async function findOne<Row>(request: RowRequest<Row>, signal: AbortSignal): Promise<Row | null> {
  const found = await orNull(request.abortSignal(signal).maybeSingle().throwOnError())
  return (found?.data ?? null) as Row | null
}

/** The row in a loaded list, until its own response arrives. */
export function listedRow<Row extends { id: string }>(client: QueryClient, lists: QueryKey, id: string) {
  return client
    .getQueriesData<{ rows: Row[] }>({ queryKey: lists })
    .flatMap(([, page]) => page?.rows ?? [])
    .find((row) => row.id === id)
}

export type Page<Row> = { rows: Row[]; count: number; page: number; pages: number }

type ReadRange<Row> = (first: number, last: number) => PromiseLike<{ data: Row[]; count: number | null }>

/** `page` starts at 1; past the end, returns the last page, as the list may have become shorter. */
export async function readPage<Row>(page: number, size: number, read: ReadRange<Row>): Promise<Page<Row>> {
  const first = (page - 1) * size
  try {
    const { data, count } = await read(first, first + size - 1)
    const pages = Math.max(1, Math.ceil((count ?? 0) / size))
    return { rows: data, count: count ?? 0, page, pages }
  } catch (error) {
    if (errorCode(error) !== 'PGRST103' || page === 1) throw error
    const start = await readPage(1, size, read)
    return start.pages === 1 ? start : readPage(start.pages, size, read)
  }
}

const named: Record<string, string> = { '\\': 'backslash', '"': 'quotation-mark', '^': 'circumflex' }

/** A regular expression for one character, without backslash or quotation mark. */
function literal(character: string): string {
  const name = named[character]
  return name ? `[[.${name}.]]` : `[${character}]`
}

/** For `or=` in PostgREST; finds what `private.like_pattern()` finds (D59). A regular expression, as `ilike` reads `*` as `%` and has no escape for it. */
export function containsAny(columns: readonly string[], term: string): string {
  const escaped = term
    .normalize()
    .replaceAll('\t', ' ')
    .replace(/[\\"^$.*+?()[\]{}|]/g, literal)
  const visible = trimText(removeHidden(escaped.replace(scriptJoiner, '$1.')))
  const pattern = visible.replace(/(?! )\p{Zs}/gu, '.')
  return columns.map((column) => `${column}.imatch."${pattern}"`).join(',')
}
