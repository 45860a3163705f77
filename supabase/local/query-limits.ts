/** The limits of one request to the REST API; the largest of the product needs a tenth. */
const LIMITS = { embedDepth: 3, embeds: 8, items: 100, repeats: 3, terms: 100, values: 1000 }

type Problem = string | undefined

/** The refusal of a query that would exhaust the database or this process, for any method. */
export function exceedsQueryLimits(request: Request): Response | undefined {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.startsWith('/rest/v1/')) return undefined
  const problem = problemOf(searchParams)
  if (!problem) return undefined
  const message = `The query is too demanding: ${problem}`
  return Response.json({ code: 'PGRST100', details: null, hint: null, message }, { status: 400 })
}

function problemOf(query: URLSearchParams): Problem {
  const selects = query.getAll('select')
  const filters = [...query].filter(([name]) => name !== 'select')
  return (
    selectProblem(selects.join(',')) ??
    exceeds('filters', filters.length, LIMITS.terms) ??
    filters.map(([name, value]) => filterProblem(name, value)).find((problem) => problem !== undefined)
  )
}

function exceeds(what: string, count: number, limit: number): Problem {
  return count > limit ? `${count} ${what}, of ${limit} at most` : undefined
}

/** Words of a select in order: names, with the alias and the cast they came with, and brackets. */
const WORD = /"(?:[^"\\]|\\.)*"|[()]|,|[^(),"]+/g

function selectProblem(select: string): Problem {
  let [depth, deepest, embeds, items] = [0, 0, 0, 1]
  const seen = new Map<string, number>()
  for (const [word] of select.matchAll(WORD)) {
    if (word === '(') {
      depth++
      embeds++
      deepest = Math.max(deepest, depth)
    } else if (word === ')') depth--
    else if (word === ',') items++
    else {
      const column = `${depth} ${columnOf(word)}`
      seen.set(column, (seen.get(column) ?? 0) + 1)
    }
  }
  const repeats = Math.max(0, ...seen.values())
  return (
    exceeds('levels of embedding', deepest, LIMITS.embedDepth) ??
    exceeds('embeddings', embeds, LIMITS.embeds) ??
    exceeds('columns', items, LIMITS.items) ??
    exceeds('repetitions of a column', repeats, LIMITS.repeats)
  )
}

/** The column itself in `alias:column->path::cast`. */
function columnOf(word: string): string {
  return word
    .trim()
    .replace(/^[^:"]+:(?!:)/, '')
    .replace(/(::|->|!|\.).*$/, '')
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g
/** The list of `in.(1,2)` or `cs.{1,2}`, without anything nested. */
const LIST = /\b(?:in|any|all)\.?\(([^()]*)\)|\{([^{}]*)\}/g

function filterProblem(name: string, value: string): Problem {
  const plain = value.replace(QUOTED, 'q')
  const values = [...plain.matchAll(LIST)].map(([, list = '', array = '']) => count(list || array))
  const isLogic = /(^|\.)(or|and)$/.test(name)
  return (
    exceeds('values', Math.max(0, ...values), LIMITS.values) ??
    (isLogic ? exceeds('conditions', count(plain.replace(LIST, '')), LIMITS.terms) : undefined)
  )
}

function count(list: string): number {
  return list.split(',').length
}
