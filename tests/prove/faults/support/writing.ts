import { expect, type Locator, type Page } from '@playwright/test'
import { clientOf, storageState } from '../../../e2e/support/client.ts'
import { newMember } from '../../../e2e/support/members.ts'
import { admin } from '../../../e2e/support/people.ts'
import { type Call, matcher } from './calls.ts'
import { type FaultName, failures, faults, inTurns } from './faults.ts'
import {
  dismissNotices,
  expectNoTechnicalTerms,
  expectRequest,
  expectSoon,
  fastRetryPage,
  notice,
} from './page.ts'
import type { FaultyProxy } from './proxy.ts'
import { faultTest, type Member } from './test.ts'

/** What a write is prepared with; clients bypass the network. */
export type Stage = {
  page: Page
  member: Member
  adminClient: Member['client']
}

/** A write that is ready to be submitted. */
export type Ready = {
  submit: () => Promise<void>
  /** Fields that must keep what was typed. */
  typed?: Array<[field: Locator, value: string]>
  /** How many times it took effect; missing where repeating it is harmless. */
  effect?: () => Promise<number>
}

/** A call that writes. */
export type Writing = {
  name: string
  /** The operation of `operations/list.ts`, if it is one. */
  operation?: string
  call: Call
  /** Tokens or sessions depend on it, so CI tries it too. */
  core?: boolean
  /** Opens its screen on something new, and fills in everything. */
  prepare: (stage: Stage) => Promise<Ready>
  /** What the screen says when it fails, and where one fault has another message. */
  says: string | RegExp
  but?: Partial<Record<FaultName, string>>
  /** What it says on success, and, if different, when a retry finds it done. */
  done: string | RegExp
  found?: string | RegExp
  /** Faults with which it succeeds, because the lost part of the response has no content. */
  fine?: FaultName[]
  /** After a failure the screen refetches, so that the write cannot be repeated. */
  settles?: boolean
}

export const unique = (word = 'Fault') => `${word} ${crypto.randomUUID().slice(0, 8)}`

/** How many rows have these values. */
export async function countRows(
  client: Member['client'],
  table:
    | 'admin_views'
    | 'benefits'
    | 'categories'
    | 'notification_preferences'
    | 'order_desk'
    | 'order_notes'
    | 'orders'
    | 'profiles'
    | 'token_transactions'
    | 'redeem_codes'
    | 'invite_codes'
    | 'app_settings'
    | 'invitations'
    | 'waitlist',
  values: Record<string, unknown>,
): Promise<number> {
  const rows = client.from(table).select('*', { count: 'exact', head: true }).match(values)
  return (await rows.throwOnError()).count ?? 0
}

const before = failures.filter((name) => !faults[name].reached)
const after = failures.filter((name) => faults[name].reached)

/** One test for each write, with a member of its own and every fault. */
export function testWrites(who: 'visitor' | 'member' | 'admin', writes: Writing[]) {
  for (const writing of writes) {
    const { name, core, prepare } = writing
    const tag = core ? '@core' : []
    faultTest(`${who}: ${name}`, { tag }, async ({ browser, baseURL, network }, { annotations }) => {
      const member = await newMember(unique('Faulty'))
      const asAdmin = await clientOf(admin)
      const { session } = who === 'admin' ? asAdmin : await clientOf(member)
      const state = who === 'visitor' ? undefined : storageState(session, baseURL)
      const context = await browser.newContext({ baseURL, storageState: state })
      const page = await fastRetryPage(context)
      const stage = { page, member, adminClient: asAdmin.client }
      const ready = async () => {
        const made = await prepare(stage)
        await dismissNotices(page)
        return made
      }
      const trial = { page, network, writing }
      const [undone, unheard] = [inTurns(name, before), inTurns(name, after)]
      await failBefore(trial, await ready(), undone)
      for (const fault of unheard) await failAfter(trial, await ready(), fault)
      await succeed(trial, await ready(), 'slow', 'Enter')
      annotations.push({ type: 'tried', description: String(undone.length + unheard.length + 1) })
      await context.close()
    })
  }
}

type Trial = { page: Page; network: FaultyProxy; writing: Writing }

/** Faults before the write, on one form; then the retry succeeds. */
async function failBefore(trial: Trial, ready: Ready, tried: FaultName[]) {
  for (const fault of tried) {
    await fail(trial, ready, fault)
    await expectEffect(trial, ready, 0, fault)
  }
  await retry(trial, ready, trial.writing.done)
  await expectEffect(trial, ready, 1, 'the retry')
}

/** The write succeeds and its response is lost: the screen reports a failure, and a retry finds it done. */
async function failAfter(trial: Trial, ready: Ready, fault: FaultName) {
  const { done, found = done, fine = [], settles = false } = trial.writing
  if (fine.includes(fault)) return succeed(trial, ready, fault)
  await fail(trial, ready, fault)
  await expectEffect(trial, ready, 1, fault)
  if (!settles) await retry(trial, ready, found)
  trial.network.heal()
  await expectEffect(trial, ready, 1, `a retry after ${fault}`)
}

/** A success despite the fault; a key that is pressed before the response submits nothing twice. */
async function succeed(trial: Trial, ready: Ready, fault: FaultName, key?: string) {
  const { page, network, writing } = trial
  const broken = breaks(trial, fault)
  await ready.submit()
  if (key) await page.keyboard.press(key)
  await expectRequest(broken, `${writing.name}, ${fault}`)
  await expectSoon(page.getByText(writing.done).first(), `${writing.name}, ${fault}: succeeds`)
  network.heal()
  await expectEffect(trial, ready, 1, fault)
}

async function retry({ page, network, writing }: Trial, { submit }: Ready, message: string | RegExp) {
  network.heal()
  await dismissNotices(page)
  await submit()
  await expectSoon(page.getByText(message).first(), `${writing.name}: the retry shows '${message}'`)
}

function breaks({ network, writing }: Trial, fault: FaultName) {
  network.heal()
  return network.breaks({ ...matcher(writing.call), fault })
}

/** One failure: the specified message, no spinner, nothing typed is lost. */
async function fail(trial: Trial, { submit, typed = [] }: Ready, fault: FaultName) {
  const { page, writing } = trial
  const what = `${writing.name}, ${fault}`
  await dismissNotices(page)
  const broken = breaks(trial, fault)
  await submit()
  await expectRequest(broken, what)
  await expectSoon(notice(page, writing.but?.[fault] ?? writing.says).first(), `${what}: says so`)
  await expect(page.getByRole('button', { name: /\.\.\.$/ }), `${what}: no button stays busy`).toHaveCount(0)
  for (const [field, value] of typed) await expect(field, `${what}: nothing typed is lost`).toHaveValue(value)
  await expectNoTechnicalTerms(page)
}

/** Waits a moment for it, because the result of an earlier operation may still be shown. */
async function expectEffect({ writing }: Trial, { effect }: Ready, times: number, after: string) {
  if (!effect) return
  await expect.poll(effect, `${writing.name} was done ${times} times after ${after}`).toBe(times)
}
