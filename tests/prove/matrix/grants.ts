import type { Row } from '../../db/support/world.ts'
import { count, type Tally } from '../tally.ts'
import { type Answer, ask, type Request, whyNotDone } from './ask.ts'
import { type Actor, allowedTo, sampleOf, type TableRule } from './rule.ts'
import { kindsOf, newKinds, reread, type Scene, type Target } from './scene.ts'

type Attempt = { scene: Scene; actor: Actor; table: string; rule: TableRule }

/** Tries what is allowed, checks its effect and reverts it: the positive control of the refusals. */
export async function grant(attempt: Attempt, tally: Tally): Promise<void> {
  const { scene, actor, table } = attempt
  const say = (what: string, why?: string) => count(tally, why && `${actor.name}: ${table}, ${what} ${why}`)
  await reads(attempt, say)
  // In an owner's project, settings are left alone, and orders cannot be deleted.
  if (scene.fixture.hosted && table === 'app_settings') return
  await updates(attempt, say)
  if (!scene.fixture.hosted || table !== 'orders' || actor.name === 'member') await inserts(attempt, say)
  await upserts(attempt, say)
}

type Say = (what: string, why?: string) => void

const send = ({ scene, actor }: Attempt, request: Request) =>
  ask(scene.fixture, actor, { prefer: 'return=representation', ...request })

async function reads(attempt: Attempt, say: Say): Promise<void> {
  const { scene, actor, table, rule } = attempt
  const allowed = allowedTo(actor, rule.select)
  for (const [kind, { key }] of kindsOf(scene, table, actor)) {
    if (!allowed?.includes(kind)) continue
    const answer = await send(attempt, { method: 'GET', path: `${table}?${rule.key}=eq.${key}` })
    say(`select ${kind}`, whyNotDone(answer))
  }
  const { owner } = rule
  if (!owner || allowed?.includes('foreign')) return
  // An unfiltered list holds only the actor's own rows.
  const list = rowsOf(await send(attempt, { method: 'GET', path: table }))
  const others = list.filter((row) => !allowed || row[owner] !== actor.id)
  say('select all', others.length > 0 ? `showed ${others.length} rows of others` : undefined)
}

async function updates(attempt: Attempt, say: Say): Promise<void> {
  const { scene, actor, table, rule } = attempt
  const allowed = allowedTo(actor, rule.update)
  for (const [kind, target] of kindsOf(scene, table, actor)) {
    if (!allowed?.kinds.includes(kind)) continue
    for (const column of allowed.columns) {
      const overruled = allowed.overruled?.includes(column) ?? false
      say(
        `update ${kind} ${column}`,
        await update(attempt, target, column, overruled, allowed.requires?.[column]),
      )
    }
  }
}

async function update(attempt: Attempt, target: Target, column: string, overruled: boolean, together?: Row) {
  const { scene, actor, table, rule } = attempt
  const before = await reread(scene.fixture, table, target.key)
  const body = { [column]: sampleOf(rule.columns[column] ?? '', scene, actor, before ?? target.row) }
  const path = `${table}?${rule.key}=eq.${target.key}`
  const answer = await send(attempt, { method: 'PATCH', path, body: { ...body, ...together } })
  const why = whyNotDone(answer) ?? whyNotWritten(answer, body, overruled ? [column] : [])
  if (!overruled) {
    const back = { [column]: before?.[column], ...together }
    await scene.fixture.admin.client.from(table).update(back).eq(rule.key, target.key).throwOnError()
  }
  return why
}

/** Inserts one row with all allowed columns; deletes it again if the actor may. */
async function inserts(attempt: Attempt, say: Say): Promise<void> {
  const { scene, actor, table, rule } = attempt
  const allowed = allowedTo(actor, rule.insert)
  const mayDelete = allowedTo(actor, rule.delete) !== undefined
  const base = rule.fresh(scene, actor, 'own')
  for (const kind of newKinds(rule, base, actor)) {
    if (!allowed?.kinds.includes(kind)) continue
    const { columns, overruled = [] } = allowed
    const tried = columns.filter((column) => !(column in base) || overruled.includes(column))
    const samples = tried.map((column) => [column, sampleOf(rule.columns[column] ?? '', scene, actor)])
    const body = { ...base, ...Object.fromEntries(samples) }
    const answer = await send(attempt, { method: 'POST', path: table, body })
    say(`insert ${kind}`, whyNotDone(answer) ?? whyNotWritten(answer, body, overruled))
    const [row] = rowsOf(answer)
    if (row && mayDelete) await remove(attempt, String(row[rule.key]), say)
    else if (row) scene.made.push({ table, row })
  }
  if (mayDelete && rule.disposable) await remove(attempt, await rule.disposable(scene), say)
}

async function remove(attempt: Attempt, key: string, say: Say): Promise<void> {
  const { table, rule } = attempt
  say('delete', whyNotDone(await send(attempt, { method: 'DELETE', path: `${table}?${rule.key}=eq.${key}` })))
}

async function upserts(attempt: Attempt, say: Say): Promise<void> {
  const { scene, actor, table, rule } = attempt
  const prefer = 'return=representation,resolution=merge-duplicates'
  for (const [kind, { key }] of kindsOf(scene, table, actor)) {
    const allowed = allowedTo(actor, rule.upsert)
    if (!allowed?.kinds.includes(kind) || allowed.perhaps) continue
    const body = { ...rule.fresh(scene, actor, 'own'), [rule.key]: key }
    say(`upsert ${kind}`, whyNotDone(await send(attempt, { method: 'POST', path: table, body, prefer })))
  }
}

/** What was sent is stored, except in columns that the server overrules. */
function whyNotWritten(answer: Answer, sent: Row, overruled: readonly string[]): string | undefined {
  const [row = {}] = rowsOf(answer)
  const wrong = Object.keys(sent).find(
    (column) => (JSON.stringify(row[column]) === JSON.stringify(sent[column])) === overruled.includes(column),
  )
  return wrong && `left ${wrong} at ${JSON.stringify(row[wrong])}`
}

function rowsOf({ data }: Answer): Row[] {
  return Array.isArray(data) ? (data as Row[]) : []
}
