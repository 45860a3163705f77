import { codeOf } from '../../db/support/outcome.ts'
import { type Connection, identity } from './connection.ts'
import { difference, inWords } from './difference.ts'
import { pick } from './draw.ts'
import { type Model, wordsFor } from './model.ts'
import { type Answer, DENIED, type Request } from './request.ts'
import { start } from './start.ts'
import { type Answered, expected, found, READ, READ_ALL, type State, sought } from './state.ts'
import type { Fault, Step, Story } from './steps.ts'

/** Two connections of the gateway's; the second one also cuts the first. */
export type Gateway = { one: Connection; two: Connection }

/** Thrown where the database first does not do what the model does; the message is one sentence. */
export class Difference extends Error {}

/** Runs one story in a guild of its own, and compares every answer and every row after each step. */
export async function run(gateway: Gateway, { members, steps }: Story): Promise<void> {
  const { model, first } = await start(gateway.one, members)
  const told: string[] = []
  const scene: Scene = { ...gateway, model, told }
  try {
    for (const request of first) await plainly(scene, request)
    for (const step of steps) await take(scene, step)
  } catch (error) {
    for (const connection of [gateway.one, gateway.two]) await connection.query('rollback')
    if (!(error instanceof Difference)) throw error
    throw new Difference(
      `${told.slice(first.length).join('; ') || 'the start'}. Then ${inWords(scene.model, error.message)}`,
    )
  }
}

type Scene = Gateway & { model: Model; told: string[] }

async function take(scene: Scene, step: Step): Promise<void> {
  const { model, told } = scene
  if (step.kind === 'read') return readAs(scene, step.which)
  if (step.kind === 'two') {
    const requests = step.plans.map((plan) => plan(model))
    told.push(`${step.how}: ${requests.map(({ words }) => words).join(' | ')}`)
    return together(scene, requests, step.how)
  }
  const request = step.plan(model)
  if (step.kind === 'guesses') {
    for (let n = 0; n < step.times; n++) await plainly(scene, request)
  } else if (step.fault === 'none') {
    await plainly(scene, request)
  } else {
    told.push(`${request.words} (${step.fault})`)
    if (step.fault === 'sent twice at once') return together(scene, [request, request], 'at once')
    await faulty(scene, request, step.fault)
  }
}

async function plainly(scene: Scene, request: Request): Promise<void> {
  const { one, model, told } = scene
  told.push(request.words)
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

function same(got: Answer, wanted: Answer): void {
  if (got !== wanted) throw new Difference(`the answer is "${got}", and by the model "${wanted}"`)
}

/** Two requests whose order nobody can tell: what comes of them must be what some order of them makes. */
async function together(scene: Scene, requests: Request[], how: 'at once' | 'interleaved'): Promise<void> {
  const answers = await (how === 'at once' ? atOnce(scene, requests) : interleaved(scene, requests))
  const got = await everything(scene)
  let first: string | undefined
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const model = structuredClone(scene.model)
    const wrong = order
      .map((at) => ({ at, wanted: requests[at]?.does(model) ?? '' }))
      .find(({ at, wanted }) => happened(answers[at]) !== happened(wanted))
    const problem = wrong
      ? `"${requests[wrong.at]?.words}" answers "${answers[wrong.at]}", and by the model "${wrong.wanted}"`
      : difference(model, got, expected(model))
    if (!problem) {
      Object.assign(scene.model, model)
      return
    }
    first ??= problem
  }
  throw new Difference(`no order of the two explains that ${first}`)
}

/** Whether it did something; the word of a refusal depends on how far the other one was. */
const happened = (answer?: Answer) =>
  (answer?.startsWith('rows ') === true && answer !== 'rows 0') || answer?.startsWith('true') === true

async function atOnce({ one, two, model }: Scene, [a, b]: Request[]): Promise<Answer[]> {
  if (!a || !b) return []
  return Promise.all([one.send(a, model.address), two.send(b, model.address)])
}

/** The second runs into the open transaction of the first, and waits for it or does not. */
async function interleaved({ one, two, model }: Scene, [a, b]: Request[]): Promise<Answer[]> {
  if (!a || !b) return []
  const first = await one.begin(a, model.address)
  const second = two.begin(b, model.address)
  await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 4))])
  const ends = [(await one.end('commit')) ?? first]
  const answer = await second
  return [...ends, (await two.end('commit')) ?? answer]
}

async function everything({ one, model }: Scene): Promise<State> {
  const [row] = await one.query(READ_ALL, sought(model, true), 'everything')
  return found(row?.state as Answered)
}

async function compareAll(scene: Scene): Promise<void> {
  const problem = difference(scene.model, await everything(scene), expected(scene.model))
  if (problem) throw new Difference(problem)
}

/** Somebody reads every table: exactly the rows that are theirs to see, and the anonymous none. */
async function readAs({ one, model, told }: Scene, which: number): Promise<void> {
  const by = pick([undefined, ...model.people.keys()], which)
  told.push(`${wordsFor(model, by)} reads everything`)
  await one.query(`begin; ${identity(by, model.address)}`)
  const answer = await one
    .query(READ, sought(model), 'as somebody')
    .then(
      ([row]) => difference(model, found(row?.state as Answered), expected(model, { by })) ?? 'just that',
      codeOf,
    )
  await one.query('rollback')
  same(answer, by === undefined ? DENIED : 'just that')
}
