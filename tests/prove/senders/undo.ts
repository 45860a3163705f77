import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from '../../db/support/world.ts'
import { connect } from '../model/connection.ts'
import { living, type Model } from '../model/model.ts'
import { EMAIL, placing } from '../operations/orders.ts'

/** Places orders and rolls them back until `over`; returns the ids of the emails that they had queued. */
export async function undoOrders({ db_url }: Address, model: Model, over: () => boolean): Promise<string[]> {
  const buyer = living(model).find(({ role }) => role === 'user')
  const benefit = [...model.benefits.values()].find(({ active }) => active)
  if (!buyer || !benefit) throw new Error('nobody can order anything')
  const wanted = { owner: buyer.id, benefit: benefit.id, price: benefit.price, email: EMAIL }
  const queued: string[] = []
  while (!over()) {
    try {
      const connection = await connect(db_url)
      while (!over()) {
        await connection.begin(placing(buyer.id, { id: randomUUID(), ...wanted }), model.address)
        await connection.query('reset role')
        const emails = await connection.query('select id from private.outbox where created_at = now()')
        await wait(randomInt(30))
        await connection.end('rollback')
        queued.push(...emails.map(({ id }) => String(id)))
      }
      await connection.close()
    } catch {
      // The database was killed, and the transaction with it.
      await wait(50)
    }
  }
  return queued
}
