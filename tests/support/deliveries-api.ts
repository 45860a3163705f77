import { HttpResponse, http } from 'msw'
import type { KeyProblem, PoolKey } from '@/entities/deliveries/pool'
import type { DeliverySettings } from '@/entities/deliveries/settings'
import { uuid } from './builders.ts'
import { refusal } from './member-api.ts'
import { server } from './server.ts'

let lastId = 0

/** A key that is left. */
export function poolKey(over: Partial<PoolKey> = {}): PoolKey {
  lastId += 1
  return {
    id: lastId,
    mask: `LNTR-••••-${String(lastId).padStart(4, '0')}`,
    state: 'available',
    batch: 1,
    order_id: null,
    order_number: null,
    customer_name: null,
    changed_at: '2026-11-02T10:00:00Z',
    ...over,
  }
}

/** A key that was handed out. */
export function deliveredKey(over: Partial<PoolKey> = {}): PoolKey {
  const order = { order_id: uuid(), order_number: 'ORD-000148', customer_name: 'Tamsin Ferreira' }
  return poolKey({ state: 'delivered', ...order, ...over })
}

const settings: DeliverySettings = {
  method: 'key',
  instructions: 'Sign in, then enter the key.',
  message: null,
  link: null,
  file_path: null,
  file_name: null,
  file_size: null,
  file_type: null,
  low_stock: 10,
}

type Pool = {
  /** The newest last. */
  keys?: PoolKey[]
  settings?: Partial<DeliverySettings>
  figures?: object
  deliveredIn30Days?: number
  problems?: KeyProblem[]
}
type Search = {
  p_search?: string
  p_state?: string
  p_key_id?: number
  p_reverse?: boolean
  p_limit: number
}
type Import = { p_keys: string[]; p_dry_run: boolean }
type Save = { p_opened: Record<string, unknown>; p_values: Record<string, unknown> }

/** Serves the delivery of one benefit to an admin: settings, figures and pool. Records what was sent; tests change `served`. */
export function servePool({ keys = [], problems = [], deliveredIn30Days = 0, ...given }: Pool = {}) {
  const served = { keys, problems, settings: { ...settings, ...given.settings } }
  const imports: Import[] = []
  const saves: Save[] = []
  const revealed: number[] = []
  const count = (state: string) => served.keys.filter((key) => key.state === state).length
  const rpc = <Body extends object>(name: string, respond: (body: Body, request: Request) => Response) =>
    http.post<never, Body>(`*/rest/v1/rpc/${name}`, async ({ request }) =>
      respond(await request.clone().json(), request),
    )

  server.use(
    rpc('delivery_settings', () => HttpResponse.json(served.settings)),
    rpc('delivery_figures', () =>
      HttpResponse.json({
        ...{ orders: 0, tokens: 0, due: 0, on_time: 0, delivered: 0, reported: 0, replaced: 0, reports: 0 },
        ...given.figures,
      }),
    ),
    rpc('key_counts', () =>
      HttpResponse.json({
        available: count('available'),
        delivered: count('delivered'),
        quarantined: count('quarantined'),
        delivered_in_30_days: deliveredIn30Days,
      }),
    ),
    rpc<Search>('search_keys', (asked, request) => {
      const { p_search = '', p_state, p_key_id: at, p_reverse, p_limit } = asked
      const found = served.keys
        .filter(({ id }) => at === undefined || (p_reverse ? id > at : id < at))
        .filter(({ state }) => !p_state || state === p_state)
        .filter(({ mask, order_number, customer_name }) =>
          `${mask.slice(-4)} ${order_number} ${customer_name}`.toLowerCase().includes(p_search.toLowerCase()),
        )
        .sort((a, b) => (p_reverse ? a.id - b.id : b.id - a.id))
        .slice(0, p_limit)
      const offset = Number(new URL(request.url).searchParams.get('offset') ?? 0)
      return HttpResponse.json(found.slice(offset))
    }),
    rpc<{ p_key_id: number; p_aside: boolean }>('set_key_aside', ({ p_key_id, p_aside }) => {
      const key = served.keys.find(({ id }) => id === p_key_id)
      const state = p_aside ? 'quarantined' : key?.order_id ? 'delivered' : 'available'
      if (key) key.state = state
      return HttpResponse.json(state)
    }),
    rpc<{ p_key_id: number }>('reveal_key', ({ p_key_id }) => {
      revealed.push(p_key_id)
      return new HttpResponse(null, { status: 204 })
    }),
    rpc<{ p_key_id: number }>('revealed_key', ({ p_key_id }) =>
      HttpResponse.json(revealed.includes(p_key_id) ? `SECRET-KEY-${p_key_id}` : null),
    ),
    rpc<Import>('import_keys', (body) => {
      imports.push(body)
      const added = body.p_keys.length - served.problems.length
      if (!body.p_dry_run) served.keys.push(...Array.from({ length: added }, () => poolKey({ batch: 4 })))
      return HttpResponse.json(uuid())
    }),
    rpc<object>('key_import', () => {
      const added = (imports.at(-1)?.p_keys.length ?? 0) - served.problems.length
      return HttpResponse.json([{ batch: 4, added, problems: served.problems }])
    }),
    rpc<Save>('save_benefit', ({ p_values, p_opened }) => {
      saves.push({ p_opened, p_values })
      const { delivery_method: method, file, ...values } = p_values
      const lost = Object.keys(values).filter(
        (name) =>
          name in served.settings &&
          JSON.stringify(served.settings[name as keyof DeliverySettings]) !== JSON.stringify(p_opened[name]),
      )
      if (lost.length > 0) return refusal(409, 'row_changed', lost.join(','))
      Object.assign(served.settings, values, method && { method })
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { served, imports, saves, revealed }
}
