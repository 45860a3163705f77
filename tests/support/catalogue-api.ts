import { http } from 'msw'
import type { BenefitDetails, BrowsedBenefit } from '@/entities/benefits/benefit'
import type { Category } from '@/entities/benefits/categories'
import { benefit } from './builders.ts'
import { rowsAnswer } from './member-api.ts'
import { serveCall, server } from './server.ts'

type Facts = Pick<BrowsedBenefit, 'units_left' | 'own_orders' | 'is_favourite' | 'is_awaited'> & {
  awaited_since: string | null
  /** By the clock of the browser, unless given. */
  is_open?: boolean
}
export type CatalogueBenefit = ReturnType<typeof benefit> & Partial<BenefitDetails> & Facts

/** A benefit that anyone can order any number of times. */
export function catalogueBenefit(over: Partial<CatalogueBenefit> = {}): CatalogueBenefit {
  const facts: Facts = {
    units_left: null,
    own_orders: 0,
    is_favourite: false,
    is_awaited: false,
    awaited_since: null,
  }
  return { ...benefit(over), ...facts, ...over }
}

const isOpen = ({ is_open, opens_at }: CatalogueBenefit) =>
  is_open ?? !(opens_at && Date.parse(opens_at) > Date.now())

type Counts = { all: number; favourites: number; affordable: number; shown: number }

/**
 * Serves these benefits in this order, whatever is asked for: pages after their keys, counts, the page of one.
 * Records what is asked; tests change what is served through the returned object.
 */
export function serveCatalogue(benefits: CatalogueBenefit[], counts: Partial<Counts> = {}) {
  const asked: ({ call: string } & Record<string, unknown>)[] = []
  const served = {
    benefits,
    counts: { all: benefits.length, favourites: 0, shown: 0, affordable: 0, ...counts },
    categories: [] as (Category & { benefits?: number })[],
    asked,
    calls: (name: string) => asked.filter(({ call }) => call === name).map(({ call: _, ...body }) => body),
  }
  const rows = () => served.benefits.map((row) => ({ ...row, benefit_id: row.id, is_open: isOpen(row) }))
  const read = (call: string, rowsFor: (asked: Record<string, string>) => object[]) =>
    http.get(`*/rest/v1/${call}`, ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      asked.push({ call, ...query })
      return rowsAnswer(rowsFor(query))
    })
  const write = (call: string, apply: (isWanted: boolean) => Partial<Facts>) =>
    serveCall<Record<string, unknown>>(call, (body) => {
      asked.push({ call, ...body })
      const isWanted = body.p_favourite === true || body.p_wanted === true
      served.benefits = served.benefits.map((row) =>
        row.id === body.p_benefit_id ? { ...row, ...apply(isWanted) } : row,
      )
    })

  server.use(
    read('rpc/browse_benefits', ({ p_key_id, p_limit }) => {
      const start = served.benefits.findIndex(({ id }) => id === p_key_id) + 1
      return rows().slice(start, start + Number(p_limit))
    }),
    read('rpc/browse_counts', () => [
      ...Object.entries(served.counts).map(([filter, count]) => ({ filter, benefits: count })),
      ...served.categories.flatMap(({ id, name, benefits: count }) =>
        count ? [{ filter: 'category', category_id: id, name, benefits: count }] : [],
      ),
    ]),
    read('rpc/benefit_facts', rows),
    read('benefits', () => served.benefits),
    read('categories', () => served.categories),
  )
  write('set_favourite', (is_favourite) => ({ is_favourite }))
  write('ask_to_be_told', (is_awaited) => ({
    is_awaited,
    awaited_since: is_awaited ? '2026-11-15T09:00:00+00:00' : null,
  }))
  return served
}
