import { randomUUID } from 'node:crypto'
import { errorCode } from '../../../src/lib/errors.ts'
import type { Person } from '../../db/support/people.ts'
import { freshCode } from '../../db/support/rows.ts'
import type { Journal } from './journal.ts'
import { CODE_VALUE } from './member-writes.ts'
import type { Scene } from './scene.ts'
import { patience, settle, surprise, type Try, unanswered } from './send.ts'

/** How many codes one statement makes. */
export const BATCH = 5

/** Cancels a pending order; already cancelled is a success (D6). */
export function cancel(journal: Journal, scene: Scene, admin: Person): Try | undefined {
  const [id] = scene.orders.splice(Math.floor(Math.random() * scene.orders.length), 1)
  if (!id) return undefined
  const entry = journal.send('cancel', id, { actor: admin.id })
  return async () => {
    const answer = await admin.client
      .from('orders')
      .update({ status: 'cancelled', updated_at: new Date().toISOString() })
      .eq('id', id)
      .eq('status', 'pending')
      .select('id')
      .abortSignal(patience())
    if (unanswered(answer)) return false
    if (answer.data?.length) return settle(entry, 'acknowledged')
    const now = await admin.client.from('orders').select('status').eq('id', id).maybeSingle()
    if (unanswered(now)) return false
    return now.data?.status === 'cancelled' ? settle(entry, 'acknowledged') : surprise(journal, entry, answer)
  }
}

let edits = 0

/** Edits a balance on the value that was seen (D7), by an amount that no other edit has; a balance that moved refuses it. */
export function edit(journal: Journal, scene: Scene, admin: Person): Try {
  const people = [...scene.quiet, ...scene.quiet, ...scene.members.map(({ id }) => id)]
  const id = people[Math.floor(Math.random() * people.length)]!
  return async () => {
    const profiles = () => admin.client.from('profiles')
    const seen = await profiles().select('current_tokens').eq('id', id).maybeSingle()
    if (!seen.data) return true
    edits += 1
    const { current_tokens } = seen.data
    const entry = journal.send('edit', id, { account: id, amount: edits, actor: admin.id })
    const answer = await profiles()
      .update({ current_tokens: current_tokens + edits, adjustment_reason: `Edit ${edits}` })
      .eq('id', id)
      .eq('current_tokens', current_tokens)
      .select('id')
      .abortSignal(patience())
    if (unanswered(answer)) return true
    if (answer.error) return surprise(journal, entry, answer)
    return settle(entry, answer.data.length > 0 ? 'acknowledged' : 'refused')
  }
}

/** Makes codes in one statement, with the same ids until it is answered. */
export function batch(journal: Journal, scene: Scene, admin: Person): Try {
  const batch_id = randomUUID()
  const codes = Array.from({ length: BATCH }, freshCode)
  const entry = journal.send('batch', batch_id, { actor: admin.id })
  const rows = codes.map((code) => ({ code, token_value: CODE_VALUE, note: 'Crash', batch_id }))
  return async () => {
    const answer = await admin.client.from('redeem_codes').insert(rows).select('id').abortSignal(patience())
    if (unanswered(answer)) return false
    if (answer.error && errorCode(answer.error) !== '23505') return surprise(journal, entry, answer)
    scene.codes.push(...codes)
    return settle(entry, 'acknowledged')
  }
}

/** Deletes a person; already gone is a success (D12). */
export function deletion(journal: Journal, scene: Scene, admin: Person): Try | undefined {
  const id = scene.leaving.pop()
  if (!id) return undefined
  const entry = journal.send('deletion', id, { actor: admin.id })
  return async () => {
    const profiles = () => admin.client.from('profiles')
    const answer = await profiles().delete().eq('id', id).select('id').abortSignal(patience())
    if (unanswered(answer)) return false
    if (answer.error) return surprise(journal, entry, answer)
    if (answer.data.length > 0) return settle(entry, 'acknowledged')
    const now = await profiles().select('id').eq('id', id)
    if (unanswered(now)) return false
    return now.data?.length === 0 ? settle(entry, 'acknowledged') : surprise(journal, entry, answer)
  }
}
