import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { errorCode } from '@/lib/errors'
import { removeHidden, scriptJoiner, trimText } from '@/lib/text'

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
