import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'
import { order, type Scene } from './scene.ts'
import { send } from './send.ts'

const path = '/rest/v1/orders'
const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
const ignore = { prefer: 'resolution=ignore-duplicates,return=representation' }
const back = { prefer: 'return=representation' }

type Sent = { query?: string; headers?: Record<string, string>; method?: string; body: (scene: Scene) => Row }

const replay = (name: string, { query = '', headers = back, method, body }: Sent, expect: string): Attack =>
  request(
    name,
    (scene) => ({ as: 'mallory', method, path: path + query, headers, body: body(scene) }),
    expect,
  )

const foreign =
  (changes: Row = {}) =>
  (scene: Scene) =>
    order(scene, { id: scene.orders.victim, ...changes })
const own = (changes: Row) => (scene: Scene) => order(scene, { id: scene.orders.mallory, ...changes })

const edit = (name: string, query: (scene: Scene) => string, body: Row, expect: string): Attack =>
  request(
    name,
    (scene) => ({ as: 'mallory', method: 'PATCH', path: path + query(scene), headers: back, body }),
    expect,
  )
const mine = ({ orders }: Scene) => `?id=eq.${orders.mallory}`
const hers = ({ orders }: Scene) => `?id=eq.${orders.victim}`

/** An id that was used already is a conflict that says nothing else, whatever comes with it (D3). */
export const orderReplays: Attack[] = [
  replay("another one's order", { body: foreign() }, '409 23505'),
  replay("another one's order, at a price of 1", { body: foreign({ benefit_token_value: 1 }) }, '409 23505'),
  replay("another one's order, as hers", { body: (s) => foreign({ user_id: s.victim.id })(s) }, '403 42501'),
  replay(
    "another one's order, merged",
    { query: '?on_conflict=id', headers: merge, body: foreign() },
    '403 42501',
  ),
  replay(
    "another one's order, put",
    {
      query: '?id=eq.00000000-0000-4000-8000-000000000000',
      method: 'PUT',
      body: foreign(),
    },
    '4xx',
  ),
  replay(
    "another one's order, ignored",
    { query: '?on_conflict=id', headers: ignore, body: foreign() },
    '2xx []',
  ),
  replay(
    'on the conflict of a number',
    { query: '?on_conflict=order_number', headers: ignore, body: foreign() },
    '409 23505',
  ),
  replay(
    'own order to another address',
    { body: own({ redemption_email: 'else@example.test' }) },
    '409 23505',
  ),
  replay(
    'own order, merged into a cancelled one',
    { query: '?on_conflict=id', headers: merge, body: own({ status: 'cancelled' }) },
    '403 42501',
  ),
  replay(
    'own order, ignored',
    { query: '?on_conflict=id', headers: ignore, body: own({ status: 'cancelled' }) },
    '2xx []',
  ),
  edit('cancelling the own order', mine, { status: 'cancelled' }, '200 []'),
  edit('delivering the own order', mine, { status: 'delivered' }, '200 []'),
  edit("another one's status", hers, { status: 'cancelled' }, '200 []'),
  edit('the status of every order', () => '?id=not.is.null', { status: 'cancelled' }, '200 []'),
  edit('the own price', mine, { benefit_token_value: 0 }, '403 42501'),
  edit('the owner of the own order', mine, { user_id: null }, '403 42501'),
  edit('the own delivery email', mine, { redemption_email: 'else@example.test' }, '403 42501'),
  edit('the own due time', mine, { due_at: '1999-01-01' }, '403 42501'),
  request(
    'deleting the own order',
    (s) => ({ as: 'mallory', method: 'DELETE', path: path + mine(s) }),
    '403 42501',
  ),
  request(
    "deleting another one's",
    (s) => ({ as: 'mallory', method: 'DELETE', path: path + hers(s) }),
    '403 42501',
  ),
  request(
    'a POST that calls itself a DELETE',
    (scene) => ({
      as: 'mallory',
      path: path + mine(scene),
      headers: {
        'x-http-method-override': 'DELETE',
        'x-http-method': 'DELETE',
        'x-method-override': 'DELETE',
      },
      body: own({})(scene),
    }),
    '409 23505 | 4xx',
  ),
  {
    name: "what the conflict says of another one's order",
    expect: 'word for word what it says of an own one',
    run: async (scene) => {
      const said = await Promise.all(
        [scene.orders.victim, scene.orders.mallory].map(async (id) => {
          const { body } = await send(scene, { as: 'mallory', path, body: order(scene, { id }) })
          return body.replaceAll(id, 'id')
        }),
      )
      return said[0] === said[1] ? undefined : `it says ${said.join(' and ')}`
    },
  },
]
