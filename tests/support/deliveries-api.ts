import { HttpResponse, http } from 'msw'
import type { KeyProblem, PoolKey } from '@/entities/deliveries/pool'
import type { DeliverySettings } from '@/entities/deliveries/settings'
import { uuid } from './builders.ts'
import { refusal } from './member-api.ts'
import { serveCall, server } from './server.ts'

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
  const revealed: number[] = []
  const count = (state: string) => served.keys.filter((key) => key.state === state).length
  const figures = {
    orders: 0,
    tokens: 0,
    due: 0,
    on_time: 0,
    delivered: 0,
    reported: 0,
    replaced: 0,
    reports: 0,
  }
  const added = (sent: readonly string[] = []) => sent.length - served.problems.length

  serveCall('delivery_settings', () => served.settings)
  serveCall('delivery_figures', () => ({ ...figures, ...given.figures }))
  serveCall('key_counts', () => ({
    available: count('available'),
    delivered: count('delivered'),
    quarantined: count('quarantined'),
    delivered_in_30_days: deliveredIn30Days,
  }))
  server.use(
    http.post<never, Search>('*/rest/v1/rpc/search_keys', async ({ request }) => {
      const { p_search = '', p_state, p_key_id: at, p_reverse, p_limit } = await request.json()
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
  )
  serveCall<{ p_key_id: number; p_aside: boolean }>('set_key_aside', ({ p_key_id, p_aside }) => {
    const key = served.keys.find(({ id }) => id === p_key_id)
    const state = p_aside ? 'quarantined' : key?.order_id ? 'delivered' : 'available'
    if (key) key.state = state
    return state
  })
  serveCall<{ p_key_id: number }>('reveal_key', ({ p_key_id }) => void revealed.push(p_key_id))
  serveCall<{ p_key_id: number }>('revealed_key', ({ p_key_id }) =>
    revealed.includes(p_key_id) ? `SECRET-KEY-${p_key_id}` : null,
  )
  const imports = serveCall<Import>('import_keys', ({ p_keys, p_dry_run }) => {
    if (!p_dry_run) served.keys.push(...Array.from({ length: added(p_keys) }, () => poolKey({ batch: 4 })))
    return uuid()
  })
  serveCall('key_import', () => [
    { batch: 4, added: added(imports.at(-1)?.p_keys), problems: served.problems },
  ])
  const saves = serveCall<Save>('save_benefit', ({ p_values, p_opened }) => {
    const { delivery_method: method, file, ...values } = p_values
    const lost = Object.keys(values).filter(
      (name) =>
        name in served.settings &&
        JSON.stringify(served.settings[name as keyof DeliverySettings]) !== JSON.stringify(p_opened[name]),
    )
    if (lost.length > 0) return refusal(409, 'row_changed', lost.join(','))
    Object.assign(served.settings, values, method && { method })
  })
  return { served, imports, saves, revealed }
}
