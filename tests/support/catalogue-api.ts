import { HttpResponse, http } from 'msw'
import type { BrowsedBenefit } from '@/entities/benefits/catalogue'
import type { Category } from '@/entities/benefits/categories'
import { benefit } from './builders.ts'
import { rowsAnswer } from './member-api.ts'
import { filtered, searched } from './rest-rows.ts'
import { server } from './server.ts'

type Facts = Pick<BrowsedBenefit, 'units_left' | 'own_orders' | 'is_favourite' | 'is_awaited'> & {
  awaited_since: string | null
  /** By the clock of the browser, unless given. */
  is_open?: boolean
}
export type CatalogueBenefit = ReturnType<typeof benefit> & Facts

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

const columns: Record<string, [column: string, isAscending: boolean]> = {
  price: ['token_value', true],
  'price-down': ['token_value', false],
  newest: ['created_at', false],
  leaving: ['closes_at', true],
  name: ['name', true],
}

/** Serves the catalogue as the database does, to a member with `balance`. Records the requests; tests change it through the returned object. */
export function serveCatalogue(benefits: CatalogueBenefit[], balance = 87) {
  const served = {
    benefits,
    balance,
    categories: [] as Category[],
    pages: [] as Record<string, string>[],
    factsRead: 0,
    asked: [] as [name: string, body: object][],
  }
  const isOpen = ({ is_open, opens_at }: CatalogueBenefit) =>
    is_open ?? !(opens_at && Date.parse(opens_at) > Date.now())
  const canRedeem = (row: CatalogueBenefit) =>
    row.token_value <= served.balance &&
    isOpen(row) &&
    row.units_left !== 0 &&
    (row.per_member_limit === null || row.own_orders < row.per_member_limit)
  const visible = (search = '') =>
    served.benefits.filter(({ name, description, is_active, category_id }) => {
      const text = `${served.categories.find(({ id }) => id === category_id)?.name} ${name} ${description}`
      return is_active && text.toLowerCase().includes(search.toLowerCase())
    })
  const matching = (asked: Record<string, string>) =>
    visible(asked.p_search).filter(
      (row) =>
        (!asked.p_category || row.category_id === asked.p_category) &&
        (asked.p_favourites !== 'true' || row.is_favourite) &&
        (asked.p_affordable !== 'true' || canRedeem(row)),
    )
  const change = (name: string, apply: (row: CatalogueBenefit, body: Record<string, boolean>) => void) =>
    http.post<never, { p_benefit_id: string }>(`*/rest/v1/rpc/${name}`, async ({ request }) => {
      const body = await request.json()
      served.asked.push([name, body])
      const row = served.benefits.find(({ id }) => id === body.p_benefit_id)
      if (row) apply(row, body as unknown as Record<string, boolean>)
      return new HttpResponse(null, { status: 204 })
    })

  server.use(
    http.get('*/rest/v1/rpc/browse_benefits', ({ request }) => {
      const query = new URL(request.url).searchParams
      const asked = Object.fromEntries(query)
      served.pages.push(asked)
      const found = matching(asked).map((row) => ({ ...row, is_open: isOpen(row) }))
      const [p_sort, p_ascending] = columns[asked.p_sort ?? 'price'] ?? ['token_value', true]
      const keyed = { ...asked, p_sort, p_ascending, p_limit: Number(asked.p_limit ?? 48) }
      return HttpResponse.json(searched(found, keyed, new URLSearchParams()))
    }),
    http.get('*/rest/v1/rpc/browse_counts', ({ request }) => {
      const { p_search, ...asked } = Object.fromEntries(new URL(request.url).searchParams)
      const found = visible(p_search)
      const row = (filter: string, rows: unknown[], of?: Category) => ({
        ...{ filter, benefits: rows.length, category_id: of?.id ?? null, name: of?.name ?? null },
      })
      const inCategories = served.categories.map((each) =>
        row(
          'category',
          found.filter(({ category_id }) => category_id === each.id),
          each,
        ),
      )
      return HttpResponse.json([
        row('all', found),
        ...inCategories.filter((each) => each.benefits > 0),
        ...(Object.keys(asked).length > 0
          ? [row('shown', matching({ ...asked, p_search: p_search ?? '' }))]
          : []),
        row(
          'favourites',
          found.filter((each) => each.is_favourite),
        ),
        row('affordable', found.filter(canRedeem)),
      ])
    }),
    http.get('*/rest/v1/rpc/benefit_facts', ({ request }) => {
      const ids = new URL(request.url).searchParams.get('p_benefits') ?? ''
      served.factsRead += 1
      const found = served.benefits.filter(({ id }) => ids.includes(id))
      return HttpResponse.json(found.map((row) => ({ ...row, benefit_id: row.id, is_open: isOpen(row) })))
    }),
    http.get('*/rest/v1/benefits', ({ request }) =>
      rowsAnswer(filtered(served.benefits, new URL(request.url).searchParams)),
    ),
    http.get('*/rest/v1/categories', () => rowsAnswer(served.categories)),
    change('set_favourite', (row, { p_favourite }) => {
      row.is_favourite = p_favourite === true
    }),
    change('ask_to_be_told', (row, { p_wanted }) => {
      row.is_awaited = p_wanted === true
      row.awaited_since = row.is_awaited ? '2026-11-15T09:00:00+00:00' : null
    }),
  )
  return served
}
