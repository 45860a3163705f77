import type { Person } from '../support/people.ts'
import type { Row } from '../support/world.ts'
import type { Attack } from './attack.ts'
import { tokenOf } from './fixture.ts'
import type { Scene } from './scene.ts'
import { send } from './send.ts'

/** Admins at one desk: the owner of the scene, and one who can lose the role; and a benefit that costs 10. */
type Crew = {
  scene: Scene
  benefit: string
  setRole(role: 'admin' | 'user'): Promise<unknown>
  /** Calls a function as one of them; returns its row, or the summary of its refusal. */
  call(as: 'admin' | 'colleague', name: string, body: Row): Promise<Row | string>
  price(): Promise<unknown>
}

async function withCrew<T>(scene: Scene, work: (crew: Crew) => Promise<T>): Promise<T> {
  const { admin, newMember, remove } = scene.fixture
  const colleague: Person = await newMember({ name: 'Cora Colleague' })
  const token = await tokenOf(colleague)
  const setRole = async (role: 'admin' | 'user') =>
    admin.client.from('profiles').update({ role }).eq('id', colleague.id).throwOnError()
  await setRole('admin')
  const made = { name: 'Priced', description: 'Tried.', token_value: 10 }
  const { data } = await admin.client.from('benefits').insert(made).select().single().throwOnError()
  try {
    return await work({
      scene,
      benefit: data.id,
      setRole,
      call: async (as, name, body) => {
        const who = as === 'admin' ? { as } : { token }
        const answer = await send(scene, { ...who, path: `/rest/v1/rpc/${name}`, body })
        return answer.status === 200 ? (JSON.parse(answer.body)[0] ?? '[]') : answer.summary
      },
      price: async () => {
        const read = admin.client.from('benefits').select('token_value').eq('id', data.id)
        return (await read.single().throwOnError()).data.token_value
      },
    })
  } finally {
    await admin.client.from('benefits').delete().eq('id', data.id).throwOnError()
    await remove(colleague)
    await scene.sql?.('update operations set settled_at = clock_timestamp() where actor_id in ($1, $2)', [
      admin.id,
      colleague.id,
    ])
  }
}

/** What a call says: the refusal, or what became of the rows. */
function told(result: Row | string): string {
  if (typeof result === 'string') return result
  const { state, changed, skipped, undone, kept } = result
  const reasons = [...(skipped as Row[]), ...(kept as Row[])].map(({ reason }) => reason)
  return [state, changed, undone, ...reasons].join(' ')
}

/** An attack of several steps; the last thing that it returns is the price of the benefit. */
const attack = (
  name: string,
  wanted: unknown[],
  steps: (crew: Crew) => Promise<(Row | string)[]>,
  local?: string,
): Attack => ({
  name,
  expect: wanted.join(', '),
  local,
  leaves: 'an operation',
  run: (scene) =>
    withCrew(scene, async (crew) => {
      const got = [...(await steps(crew)).map(told), await crew.price()]
      return got.join(', ') === wanted.join(', ') ? undefined : `it ends with ${got.join(', ')}`
    }),
})

const plan = ({ benefit }: Crew, p_value = 1): Row => ({ p_ids: [benefit], p_change: 'amount', p_value })
const run = (crew: Crew, p_expected: unknown, more: Row = {}): Row => ({
  ...plan(crew),
  p_dry_run: false,
  p_expected,
  ...more,
})
const idOf = (result: Row | string) =>
  typeof result === 'string' ? {} : { p_operation_id: result.operation_id }

/** Operations between dry run, run and undo, by admins who are none any more, or who are others (D46). */
export const operations: Attack[] = [
  attack('a run by an admin who was demoted after the dry run', ['403 not_admin', 10], async (crew) => {
    const planned = await crew.call('colleague', 'change_benefits', plan(crew))
    await crew.setRole('user')
    return [await crew.call('colleague', 'change_benefits', run(crew, planned))]
  }),
  attack(
    'a run continued and undone by an admin who was demoted during it',
    ['running 500 0', '403 not_admin', '403 not_admin', '403 not_admin', 'done 501 0', 10],
    async ({ benefit, call, setRole }) => {
      const p_keys = Array.from({ length: 501 }, (_, at) => `${benefit}-${at}`)
      await call('admin', 'import_keys', { p_benefit_id: benefit, p_keys, p_dry_run: false })
      const filter = { p_filter: { benefit }, p_dry_run: false }
      const first = await call('colleague', 'set_keys_aside', filter)
      await setRole('user')
      return [
        first,
        await call('colleague', 'continue_operation', idOf(first)),
        await call('colleague', 'undo_operation', idOf(first)),
        await call('colleague', 'operation_rows', idOf(first)),
        await call('admin', 'continue_operation', idOf(first)),
      ]
    },
  ),
  attack('the dry run of another admin', ['403 not_your_operation', 10], async (crew) => {
    const planned = await crew.call('colleague', 'change_benefits', plan(crew))
    return [await crew.call('admin', 'change_benefits', run(crew, planned))]
  }),
  attack('the dry run of an operation of another kind', ['404 operation_not_found', 10], async (crew) => {
    const planned = await crew.call('admin', 'change_benefits', plan(crew))
    return [await crew.call('admin', 'set_keys_aside', { p_ids: [], p_dry_run: false, p_expected: planned })]
  }),
  attack('another price than the one of the dry run', ['409 numbers_differ', 10], async (crew) => {
    const planned = await crew.call('admin', 'change_benefits', plan(crew))
    return [await crew.call('admin', 'change_benefits', run(crew, planned, { p_value: 500 }))]
  }),
  attack('numbers that a dry run did not return', ['409 numbers_differ', 10], async (crew) => {
    const planned = await crew.call('admin', 'change_benefits', plan(crew))
    const forged = typeof planned === 'string' ? {} : { ...planned, changed: 99 }
    return [await crew.call('admin', 'change_benefits', run(crew, forged))]
  }),
  // The rows are those of the dry run.
  attack('a filter that is wider than that of the dry run', ['done 1 0', 11], async (crew) => {
    const planned = await crew.call('admin', 'change_benefits', plan(crew))
    const wider = run(crew, planned, { p_ids: null, p_filter: {} })
    return [await crew.call('admin', 'change_benefits', wider)]
  }),
  attack(
    'the undo of what another admin ran, and one that is sent twice',
    ['403 not_your_operation', 'undone 0 1', '409 already_undone', 10],
    async (crew) => {
      const done = await crew.call('colleague', 'change_benefits', run(crew, null))
      return [
        await crew.call('admin', 'undo_operation', idOf(done)),
        await crew.call('colleague', 'undo_operation', idOf(done)),
        await crew.call('colleague', 'undo_operation', idOf(done)),
      ]
    },
  ),
  attack('an undo after a change by another admin', ['undone 1 0 changed_since', 12], async (crew) => {
    const done = await crew.call('colleague', 'change_benefits', run(crew, null))
    await crew.call('admin', 'change_benefits', run(crew, null))
    return [await crew.call('colleague', 'undo_operation', idOf(done))]
  }),
  attack(
    'an undo after ten minutes',
    ['410 undo_closed', 11],
    async (crew) => {
      const done = await crew.call('admin', 'change_benefits', run(crew, null))
      const { p_operation_id } = idOf(done)
      await crew.scene.sql?.('update operations set undo_until = clock_timestamp() where id = $1', [
        p_operation_id,
      ])
      return [await crew.call('admin', 'undo_operation', idOf(done))]
    },
    'it waits for ten minutes',
  ),
  attack('formulas in a grant', ['done 0 0 formula', 10], async ({ scene, call }) => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1']
    const p_rows = formulas.map((reason, at) => ({ email: `${at}${scene.victim.email}`, tokens: 1, reason }))
    return [await call('admin', 'grant_tokens', { p_rows, p_type: 'purchase', p_dry_run: false })]
  }),
]
