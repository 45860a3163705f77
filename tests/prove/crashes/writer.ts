import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { difference, readAll, withNames } from '../model/compare.ts'
import type { Connection } from '../model/connection.ts'
import { adopt, canUseHttp, sendHttp } from '../model/http.ts'
import type { Model } from '../model/model.ts'
import { type Answer, rows } from '../operations/answer.ts'
import { type Plan, type Request, wordsOf } from '../operations/operation.ts'
import { start } from '../simulation/start.ts'
import { plan } from '../simulation/story.ts'
import type { Host } from './host.ts'

/** People and rows of one writer, so that the model knows all of them. */
type Group = {
  model: Model
  /** A request without a response, or a sign-up, whose id only Auth knows. */
  open?: { request: Request; acknowledged: boolean }
  touched: boolean
}

export type Journal = {
  groups: Group[]
  /** Those without an open request, which a writer may take. */
  spare: Group[]
  acknowledged: number
  round: number
  failures: Set<string>
}

export async function openJournal(connection: Connection, groups: number): Promise<Journal> {
  const journal: Journal = { groups: [], spare: [], acknowledged: 0, round: 0, failures: new Set() }
  for (let n = 0; n < groups; n++) {
    const { model, first } = await start(connection, 3, true)
    const group = { model, touched: true }
    journal.groups.push(group)
    for (const request of first) await connection.send(request, model.address).then(() => request.does(model))
  }
  journal.spare = [...journal.groups]
  return journal
}

// As the product; one in 25 requests is aborted after a moment, before or after its commit.
const TIMEOUT_MS = 20_000
const timeout = () =>
  AbortSignal.timeout(Math.random() < 1 / 25 ? Math.floor(Math.random() * 30) : TIMEOUT_MS)

/** Sends what the simulation draws over HTTP until `over`; leaves a group once it has an open request. */
export async function write(
  address: Host['address'],
  journal: Journal,
  over: () => boolean,
  from = plan,
): Promise<void> {
  const plans = drawn(from)
  let group = journal.spare.pop()
  while (group && !over()) {
    const request = plans.next().value?.(group.model)
    if (!request || !canUseHttp(request) || ('insert' in request.call && request.call.merge)) continue
    await attempt(address, journal, group, request)
    if (!group.open) continue
    group = journal.spare.pop()
    // Spares a backend that is down.
    await wait(20)
  }
  if (group && !group.open) journal.spare.push(group)
}

function* drawn(from: typeof plan): Generator<Plan, undefined> {
  for (;;) yield* fc.sample(from, { numRuns: 100 })
}

async function attempt(
  address: Host['address'],
  journal: Journal,
  group: Group,
  request: Request,
): Promise<void> {
  const { model } = group
  group.touched = true
  const answer = await sendHttp(address, request, timeout())
  const signUp = 'sql' in request.call
  if (done(answer)) journal.acknowledged += 1
  if (answer === undefined || signUp) {
    group.open = { request, acknowledged: answer === rows(1) }
    return
  }
  const wanted = request.does(model)
  if (answer !== wanted)
    note(journal, model, `${wordsOf(request)} was answered "${answer}" instead of "${wanted}"`)
}

const done = (answer?: Answer) =>
  answer?.startsWith('true') || (answer?.startsWith('rows ') && answer !== rows(0))

/**
 * Compares every group that was written to with its model: what was acknowledged exists, and an open request took effect
 * completely or not at all.
 */
export async function settle(connection: Connection, journal: Journal): Promise<void> {
  for (const group of journal.groups.filter(({ touched }) => touched)) {
    const { model, open } = group
    if (open) await adopt(connection, model, [open.request])
    const got = await readAll(connection, model)
    const absent = difference(model, got)
    if (!open) {
      if (absent) note(journal, model, absent)
      continue
    }
    const after = structuredClone(model)
    open.request.does(after)
    const present = difference(after, got)
    const what = `${wordsOf(open.request)} was ${open.acknowledged ? 'acknowledged' : 'not answered'}`
    if (present && (absent || open.acknowledged)) note(journal, model, `${what}, and ${present}`)
    if (!present) Object.assign(model, after)
  }
}

/** Repeats the open requests, which take effect once in all (D3). */
export async function retry(connection: Connection, journal: Journal): Promise<void> {
  for (const group of journal.groups) {
    const { model, open } = group
    group.touched = open !== undefined
    if (!open) continue
    const [answer, wanted] = [await connection.send(open.request, model.address), open.request.does(model)]
    if (answer !== wanted) {
      note(journal, model, `${wordsOf(open.request)} once more: "${answer}" instead of "${wanted}"`)
    }
    group.open = undefined
    journal.spare.push(group)
  }
}

function note({ failures, round }: Journal, model: Model, text: string): void {
  failures.add(withNames(model, `in round ${round}, ${text}`))
}
