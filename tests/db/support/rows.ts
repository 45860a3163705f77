import { randomBytes, randomUUID } from 'node:crypto'
import type { Person } from './people'
import type { Row, World } from './world'

const one = <T>(rows: T[]): T => {
  const [row] = rows
  if (!row) throw new Error('expected a row')
  return row
}

/** A unique code, with a letter, so that its case can vary. */
export function freshCode(): string {
  return `C${randomBytes(6).toString('hex').toUpperCase()}`
}

export type Benefit = {
  id: string
  name: string
  description: string
  token_value: number
  image_url: string | null
}

export async function createBenefit(
  world: World,
  {
    price = 10,
    active = true,
    name = 'Test Benefit',
  }: { price?: number; active?: boolean; name?: string } = {},
): Promise<Benefit> {
  return one(
    await world.sql<Benefit>(
      `insert into benefits (name, description, token_value, image_url, is_active)
       values ($1, 'What it is.', $2, '/benefits/test.svg', $3) returning id, name, description, token_value, image_url`,
      [name, price, active],
    ),
  )
}

/** Sets how often a benefit can still be ordered; null: any number of times (D38). */
export async function setStock(world: World, id: string, stock: number | null): Promise<void> {
  if (stock === null) await world.sql('delete from private.benefit_stock where benefit_id = $1', [id])
  else
    await world.sql(
      `insert into private.benefit_stock values ($1, $2)
       on conflict (benefit_id) do update set stock = excluded.stock`,
      [id, stock],
    )
}

export type Code = { id: string; code: string }

export async function createInviteCode(world: World, code = freshCode()): Promise<Code> {
  return one(await world.sql<Code>('insert into invite_codes (code) values ($1) returning id, code', [code]))
}

export async function createTokenCode(world: World, tokens = 50, code = freshCode()): Promise<Code> {
  return one(
    await world.sql<Code>('insert into redeem_codes (code, token_value) values ($1, $2) returning id, code', [
      code,
      tokens,
    ]),
  )
}

/** The code, which several people can use. */
export async function withUses(
  world: World,
  table: 'redeem_codes' | 'invite_codes',
  code: Code,
  uses: number,
): Promise<Code> {
  await world.sql(`update ${table} set max_uses = $2 where id = $1`, [code.id, uses])
  return code
}

/** As an operation of an admin would. */
export async function revokeCode(
  world: World,
  table: 'redeem_codes' | 'invite_codes',
  code: string,
): Promise<void> {
  await world.sql(
    `update ${table} set revoked_at = now(), revoked_by = gen_random_uuid(), revoked_reason = 'Lost' where code = $1`,
    [code],
  )
}

/** The payload of a new order as the app sends it. */
export function orderPayload(
  person: Pick<Person, 'id' | 'email'>,
  benefit: Benefit,
  changes: Row = {},
): Row & { id: string } {
  return {
    id: randomUUID(),
    user_id: person.id,
    benefit_id: benefit.id,
    redemption_email: person.email,
    status: 'pending',
    benefit_name: benefit.name,
    benefit_token_value: benefit.token_value,
    benefit_image_url: benefit.image_url,
    benefit_description: benefit.description,
    ...changes,
  }
}

/** Places an order as the person, and returns its id. */
export async function placeOrder(person: Person, benefit: Benefit): Promise<string> {
  const payload = orderPayload(person, benefit)
  const { error } = await person.client.from('orders').insert(payload)
  if (error) throw new Error(error.message)
  return payload.id
}

export async function balanceOf(world: World, id: string): Promise<number> {
  const row = one(
    await world.sql<{ current_tokens: number }>('select current_tokens from profiles where id = $1', [id]),
  )
  return row.current_tokens
}

const rowsBefore = new WeakMap<World, Set<string>>()

/** The inconsistencies of all accounts that were not there at the last call: what one test breaks turns no other red. */
export async function reconcile(world: World): Promise<Row[]> {
  const found = await world.sql('select * from private.reconcile()')
  const before = rowsBefore.get(world)
  rowsBefore.set(world, new Set(found.map((row) => JSON.stringify(row))))
  return found.filter((row) => !before?.has(JSON.stringify(row)))
}
