import { randomUUID } from 'node:crypto'
import { errorCode } from '../../../src/lib/errors.ts'
import { PASSWORD, type Person } from '../../db/support/people.ts'
import { orderPayload } from '../../db/support/rows.ts'
import type { Journal } from './journal.ts'
import type { Scene } from './scene.ts'
import { patience, settle, surprise, type Try, unanswered } from './send.ts'

/** Places an order, with the same id until it is answered (D3). */
export function order(journal: Journal, scene: Scene, member: Person): Try {
  const benefit = scene.benefits[Math.random() < 0.5 ? 0 : 1]!
  const payload = orderPayload(member, benefit)
  const details = { account: member.id, amount: -benefit.token_value }
  const entry = journal.send('order', payload.id, details)
  const placed = () => {
    scene.orders.push(entry.key)
    return settle(entry, 'acknowledged')
  }
  return async () => {
    const orders = member.client.from('orders')
    const answer = await orders.insert(payload).select('id').abortSignal(patience()).single()
    if (!answer.error) return placed()
    if (unanswered(answer)) return false
    if (errorCode(answer.error) !== '23505') return surprise(journal, entry, answer)
    const again = await orders.select('id').eq('id', entry.key).eq('user_id', member.id).maybeSingle()
    if (unanswered(again)) return false
    return again.data ? placed() : surprise(journal, entry, answer)
  }
}

/** Redeems a code once: a second try could not tell a lost answer from a code that somebody else used. */
export function redemption(journal: Journal, scene: Scene, member: Person): Try | undefined {
  const code = scene.codes.pop()
  if (!code) return undefined
  return async () => {
    const entry = journal.send('redemption', code, { account: member.id, amount: CODE_VALUE })
    const answer = await member.client.rpc('redeem_code', { p_code: code }).abortSignal(patience())
    if (unanswered(answer)) return true
    const ok = !answer.error && answer.data[0]?.ok
    return ok ? settle(entry, 'acknowledged') : surprise(journal, entry, answer)
  }
}

/** What each code of a batch is worth. */
export const CODE_VALUE = 50

/** Signs somebody up, once: auth answers a second time as it did the first, whatever became of it (D16). */
export function signUp(journal: Journal, scene: Scene): Try | undefined {
  const invite_code = scene.invites.pop()
  if (!invite_code) return undefined
  return async () => {
    const { url, publishable_key: apikey } = scene.address
    const email = `${randomUUID()}@example.test`
    const entry = journal.send('sign-up', email, { amount: 25 })
    const data = { name: 'Nora New', phone: '', invite_code }
    const request = {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, data }),
      signal: patience(),
    }
    const status = await statusOf(`${url}/auth/v1/signup`, request)
    if (status === 0 || status >= 500) return true
    return status === 200
      ? settle(entry, 'acknowledged')
      : surprise(journal, entry, { error: { code: 'sign-up' }, status })
  }
}

/** 0 when nothing came, or not all of it. */
async function statusOf(url: string, request: RequestInit): Promise<number> {
  try {
    const answer = await fetch(url, request)
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}
