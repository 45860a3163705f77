/** The sort value of a row, and its id for ties. */
export type RowKey = { value: string; id: string }

/** Page start in the URL (D20): first row, after or before a row, or `last` rows. Only `page`: typed by hand. */
export type PageCursor = { page: number; after?: RowKey; before?: RowKey; last?: number }

const names = ['page', 'after', 'before', 'last'] as const

export function cursorFrom(query: URLSearchParams): PageCursor {
  const page = parsePositiveInteger(query.get('page'))
  if (page === undefined || page < 2) return { page: 1 }
  return {
    page,
    after: parseRowKey(query.get('after')),
    before: parseRowKey(query.get('before')),
    last: parsePositiveInteger(query.get('last')),
  }
}

/** For every new search, filter, tab and sort; returns the same object. */
export function withoutCursor(query: URLSearchParams): URLSearchParams {
  for (const name of names) query.delete(name)
  return query
}

export function withCursor(
  query: URLSearchParams,
  { page, after, before, last }: PageCursor,
): URLSearchParams {
  const next = withoutCursor(new URLSearchParams(query))
  if (page === 1) return next
  next.set('page', String(page))
  if (after) next.set('after', `${after.value}~${after.id}`)
  if (before) next.set('before', `${before.value}~${before.id}`)
  if (last) next.set('last', String(last))
  return next
}

function parsePositiveInteger(text: string | null): number | undefined {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function parseRowKey(text: string | null): RowKey | undefined {
  const cut = text?.lastIndexOf('~') ?? -1
  return text && cut > 0 ? { value: text.slice(0, cut), id: text.slice(cut + 1) } : undefined
}
