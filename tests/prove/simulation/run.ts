import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../../db/support/outcome.ts'
import { difference, readAll, readVisible, withNames } from '../model/compare.ts'
import { type Connection, identity } from '../model/connection.ts'
import { type Model, send } from '../model/model.ts'
import { type Answer, DENIED } from '../operations/answer.ts'
import { pick } from '../operations/draw.ts'
import { payReferrals } from '../operations/invite-rules.ts'
import { nameOf, type Request, wordsOf } from '../operations/operation.ts'
import { LOGO } from '../operations/settings.ts'
import { explain, roughly } from '../races/serial.ts'
import { start } from './start.ts'
import type { Fault, Step, Story } from './story.ts'

/** Two connections of the gateway; the second one also cuts the first. */
export type Gateway = { one: Connection; two: Connection }

/** Thrown where the database first differs from the model; the message is one sentence. */
class Difference extends Error {}

/** Runs one story on its own people and rows; compares every result, and every row after each step. */
export async function run(gateway: Gateway, { members, steps }: Story): Promise<void> {
  const { model, first } = await start(gateway.one, members, false)
  await gateway.one.query('delete from app_settings where key = $1', [send(model, 'setting', LOGO)])
  const log: string[] = []
  const scene: Scene = { ...gateway, model, log }
  try {
    for (const request of first) await plainly(scene, request)
    for (const step of steps) await take(scene, step)
  } catch (error) {
    for (const connection of [gateway.one, gateway.two]) await connection.query('rollback')
    if (!(error instanceof Difference)) throw error
    const before = log.slice(first.length).join('; ') || 'the start'
    throw new Difference(withNames(scene.model, `${before}. Then ${error.message}`))
  }
}

type Scene = Gateway & { model: Model; log: string[] }

async function take(scene: Scene, step: Step): Promise<void> {
  const { model, log } = scene
  if (step.kind === 'read') return readAs(scene, step.which)
  if (step.kind === 'days') return passDays(scene, step.days)
  if (step.kind === 'two') {
    const [a, b] = [step.plans[0](model), step.plans[1](model)]
    log.push(`${step.how}: ${wordsOf(a)} | ${wordsOf(b)}`)
    return together(scene, a, b, step.how)
  }
  const request = step.plan(model)
  if (step.kind === 'guesses') {
    for (let n = 0; n < step.times; n++) await plainly(scene, request)
  } else if (step.fault === 'none') {
    await plainly(scene, request)
  } else {
    log.push(`${wordsOf(request)} (${step.fault})`)
    if (step.fault === 'sent twice at once') return together(scene, request, request, 'at once')
    await faulty(scene, request, step.fault)
  }
}

async function plainly(scene: Scene, request: Request): Promise<void> {
  const { one, model, log } = scene
  log.push(wordsOf(request))
  same(await one.send(request, model.address), request.does(model))
  await compareAll(scene)
}

async function faulty(scene: Scene, request: Request, fault: Fault): Promise<void> {
  const { one, two, model } = scene
  if (fault === 'answer lost, sent again') {
    await one.send(request, model.address)
    request.does(model)
    same(await one.send(request, model.address), request.does(model))
  } else {
    same(await one.begin(request, model.address), request.does(structuredClone(model)))
    await (fault === 'rolled back' ? one.end('rollback') : one.cut(two))
  }
  await compareAll(scene)
}

/** Seven days after the delivery both receive the bonus (D43). */
async function passDays(scene: Scene, days: number): Promise<void> {
  const { one, model, log } = scene
  log.push(`${days} days pass`)
  await one.query(`select private.due_referrals(now() + $1 * interval '1 day')`, [days])
  if (days > 7) payReferrals(model)
  await compareAll(scene)
}

function same(got: Answer, wanted: Answer): void {
  if (got !== wanted) throw new Difference(`the answer is "${got}", and by the model "${wanted}"`)
}

/** Two requests whose order is unknown: answers and state must be those of one of the two orders. */
async function together(scene: Scene, a: Request, b: Request, how: 'at once' | 'interleaved'): Promise<void> {
  const { one, two, model } = scene
  const answers =
    how === 'at once'
      ? await Promise.all([one.send(a, model.address), two.send(b, model.address)])
      : await interleaved(scene, a, b)
  const sent = [a, b].map((request, at) => ({ request, answer: answers[at] ?? '' }))
  const result = explain(model, sent, await readAll(one, model), roughly)
  if ('complaint' in result) throw new Difference(`${result.complaint} (answers "${answers.join('", "')}")`)
  Object.assign(scene.model, result.model)
}

/** The second runs into the open transaction of the first, and waits for it or does not. */
async function interleaved({ one, two, model }: Scene, a: Request, b: Request): Promise<Answer[]> {
  const first = await one.begin(a, model.address)
  const second = two.begin(b, model.address)
  await Promise.race([second, wait(4)])
  const ends = [(await one.end('commit')) ?? first]
  const answer = await second
  return [...ends, (await two.end('commit')) ?? answer]
}

async function compareAll({ one, model }: Scene): Promise<void> {
  const problem = difference(model, await readAll(one, model))
  if (problem) throw new Difference(problem)
}

/** A person reads every table: exactly the rows visible to them, and an anonymous visitor none. */
async function readAs({ one, model, log }: Scene, which: number): Promise<void> {
  const by = pick([undefined, ...model.people.keys()], which)
  log.push(`${nameOf(by)} reads everything`)
  await one.query(`begin; ${identity(by, model.address)}`)
  const answer = await readVisible(one, model).then(
    (got) => difference(model, got, { by }) ?? 'just that',
    codeOf,
  )
  await one.query('rollback')
  same(answer, by === undefined ? DENIED : 'just that')
}
