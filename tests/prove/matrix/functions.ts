import { count, type Tally } from '../tally.ts'
import { ask, whyNotRefused } from './ask.ts'
import { deny } from './denials.ts'
import { asText, ELSEWHERE, FUNCTIONS, PRIVATE_FUNCTIONS, RELATIONSHIPS } from './function-rules.ts'
import type { Actor, FunctionRule } from './rule.ts'
import type { Scene } from './scene.ts'
import { at, inTurns, type Less, type Try } from './tries.ts'

const may = ({ who }: Actor, { allowed }: FunctionRule) => who !== 'refused' && allowed.includes(who)

/** Calls every function as every actor: refused without effect, or allowed; private functions cannot be named. */
export async function proveFunctions(
  scene: Scene,
  tally: Tally,
  actors: Actor[],
  { quick = false, turns }: Less,
): Promise<void> {
  for (const actor of actors) {
    // Names are resolved before rights are checked, so in the quick scope only one actor tries all of them.
    const few = quick && actor.name !== 'member'
    const tries = [...refused(scene, actor), ...unnamed(actor, few)].map(at('functions'))
    await deny(scene, tally, actor, inTurns(tries, turns))
  }
  for (const actor of actors) await answered(scene, tally, actor)
}

function refused(scene: Scene, actor: Actor): Try[] {
  return Object.entries(FUNCTIONS)
    .filter(([, rule]) => !may(actor, rule))
    .flatMap(([name, rule]) => calls(name, rule, scene))
}

/** By POST, and by GET, which is read-only (25006). */
function calls(name: string, { call, writes }: FunctionRule, scene: Scene): Try[] {
  const body = call(scene)
  const query = new URLSearchParams(Object.entries(body).map(([key, value]) => [key, asText(value)]))
  return [
    { what: name, request: { method: 'POST', path: `rpc/${name}`, body } },
    {
      what: `${name} by GET`,
      request: { method: 'GET', path: `rpc/${name}?${query}` },
      alsoBy: writes ? '25006' : undefined,
    },
  ]
}

function unnamed(actor: Actor, few: boolean): Try[] {
  const functions = [...PRIVATE_FUNCTIONS, ...RELATIONSHIPS].flatMap((name): Try[] => [
    {
      what: `private.${name}`,
      request: { method: 'POST', path: `rpc/${name}`, body: {}, schema: 'private' },
    },
    ...(name in FUNCTIONS
      ? []
      : [{ what: name, request: { method: 'POST', path: `rpc/${name}`, body: {} } }]),
  ])
  const guard: Try = {
    what: 'api_guard.before_request',
    request: { method: 'POST', path: 'rpc/before_request', body: {}, schema: 'api_guard' },
  }
  const tables = Object.entries(ELSEWHERE).flatMap(([schema, names]) =>
    names.flatMap((name): Try[] => [
      { what: `${schema}.${name}`, request: { method: 'GET', path: name, schema } },
      { what: `${schema}.${name} insert`, request: { method: 'POST', path: name, body: {}, schema } },
    ]),
  )
  // An invalid token is refused before any name is resolved.
  return actor.who === 'refused' || few
    ? functions.slice(0, 2).concat(tables.slice(0, 2))
    : [...functions, guard, ...tables]
}

async function answered(scene: Scene, tally: Tally, actor: Actor): Promise<void> {
  for (const [name, rule] of Object.entries(FUNCTIONS)) {
    if (!may(actor, rule)) continue
    const body = rule.call(scene)
    const { status, code } = await ask(scene.fixture, actor, { method: 'POST', path: `rpc/${name}`, body })
    const passed = rule.raises ? code === rule.raises : status === 200 || status === 204
    count(tally, passed ? undefined : `${actor.name}: ${name} was refused with ${status} ${code}`)
    if (!rule.writes) continue
    const [, byGet] = calls(name, rule, scene)
    if (!byGet) continue
    const why = whyNotRefused(await ask(scene.fixture, actor, byGet.request), byGet.alsoBy)
    count(tally, why && `${actor.name}: ${byGet.what} ${why}`)
  }
}
