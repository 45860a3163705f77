/** What one request to the REST API may ask for; the product's largest asks for a tenth. */
const MOST = { embedDepth: 3, embeds: 8, items: 100, repeats: 3, terms: 100, values: 1000 }

type Problem = string | undefined

/** The refusal of a query that would make the database or this process work without measure, whatever its verb. */
export function tooDemanding(request: Request): Response | undefined {
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
    exceeds('filters', filters.length, MOST.terms) ??
    filters.map(([name, value]) => filterProblem(name, value)).find((problem) => problem !== undefined)
  )
}

function exceeds(what: string, count: number, most: number): Problem {
  return count > most ? `${count} ${what}, of ${most} at most` : undefined
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
    exceeds('levels of embedding', deepest, MOST.embedDepth) ??
    exceeds('embeddings', embeds, MOST.embeds) ??
    exceeds('columns', items, MOST.items) ??
    exceeds('repetitions of a column', repeats, MOST.repeats)
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
    exceeds('values', Math.max(0, ...values), MOST.values) ??
    (isLogic ? exceeds('conditions', count(plain.replace(LIST, '')), MOST.terms) : undefined)
  )
}

function count(list: string): number {
  return list.split(',').length
}
