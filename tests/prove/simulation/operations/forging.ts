import fc from 'fast-check'
import { actor, everybody, one, person, pick, which } from '../draw.ts'
import { idsOf, wordsFor } from '../model.ts'
import { DENIED, literal, type Plan } from '../request.ts'

/** D1, D2: what nobody may write, admins neither. */
export const forging: fc.Arbitrary<Plan> = fc
  .record({ who: one, whom: one, which })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, everybody)
    const id = literal(person(model, drawn.whom).id)
    const code = literal(pick(idsOf(model, 'token'), drawn.which))
    const sql = pick(
      [
        `update redeem_codes set is_used = false where code = ${code}`,
        `update invite_codes set is_used = false`,
        `delete from redeem_codes where code = ${code}`,
        `insert into token_transactions (user_id, transaction_type, amount, description) values (${id}, 'purchase', 9, 'x')`,
        `update token_transactions set amount = 99 where account_id = ${id}`,
        `delete from token_transactions where account_id = ${id}`,
        `update orders set benefit_token_value = 1 where account_id = ${id}`,
        `delete from orders where account_id = ${id}`,
        `update profiles set email = 'x@example.test' where id = ${id}`,
        `select * from private.attempts`,
      ],
      drawn.which,
    )
    return { words: `${wordsFor(model, by)} tries: ${sql}`, by, sql, does: () => DENIED }
  })
