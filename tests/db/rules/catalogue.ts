import { admin, me, owner } from '../support/attempt'
import { count, LEAVE, logged, type Rule, refusals, rules, stocked, waits } from './rule'

const CATEGORY = '00000000-0000-4000-8000-0000000000e2'
const benefit = (set: string) => `update benefits set ${set} where id = :benefit`
const category = `insert into categories (id, name, position) values ('${CATEGORY}', 'A category', 1)`
const favourite = 'select set_favourite(:benefit, true)'
const closed = benefit(`closes_at = now() - interval '1 second'`)
const opening = benefit(`opens_at = now() + interval '1 hour'`)
const browsed = count('browse_benefits() where id = :benefit')
const facts = count('benefit_facts(array[:benefit::uuid])')
const available = (before: string) =>
  owner('select private.is_available(:benefit)', undefined, { before: [before], returns: false })
/** Whether the benefit is among those that the member can redeem now, with 15 tokens and one order of it. */
const redeemable = (before: string) =>
  me(count('browse_benefits(p_affordable => true, p_limit => 200) where id = :benefit'), undefined, {
    before: [before],
    returns: 0,
  })
/** The catalogue: categories, times and marks (D38, D39). */
export const catalogueRules: Rule[] = [
  ...rules({
    'a closed benefit is hidden': me(count('benefits where id = :benefit'), undefined, {
      before: [closed],
      returns: 0,
    }),
    categories_before_insert: admin(`insert into categories (name) values (' Spaced ')`, 'done', {
      reads: [count(`categories where name = 'Spaced' and position > 0`), 1],
    }),
    categories_before_update: admin(
      `update categories set name = ' Spaced ' where id = '${CATEGORY}'`,
      'done',
      {
        before: [category],
        reads: [count(`categories where name = 'Spaced'`), 1],
      },
    ),
    categories_after_delete: owner(`delete from categories where id = '${CATEGORY}'`, 'done', {
      before: [category, benefit(`category_id = '${CATEGORY}'`)],
      reads: ['select category_id from benefits where id = :benefit', null],
    }),
    categories_serialize: waits('delete from categories where false'),
    categories_audit: admin(`update categories set name = 'B' where id = '${CATEGORY}'`, 'done', {
      before: [category],
      reads: logged('categories', `'${CATEGORY}'`),
    }),
    benefits_serialize_category: waits('update benefits set category_id = null where false'),
  }),
  ...refusals({
    category_deleted: admin(benefit('category_id = gen_random_uuid()')),
  }),
  ...refusals({
    unknown_sort: me(`select browse_benefits(p_sort => 'id')`),
  }),
  ...refusals({
    not_signed_in: me(favourite, undefined, { before: [LEAVE] }),
  }),
  ...refusals({
    benefit_unavailable: me(favourite, undefined, { before: [benefit('is_active = false')] }),
  }),
  ...rules({
    'a closed benefit cannot be marked': me(favourite, 'benefit_unavailable', { before: [closed] }),
    'the catalogue has no inactive benefit': me(browsed, undefined, {
      before: [benefit('is_active = false')],
      returns: 0,
    }),
    'the catalogue has no closed benefit': me(browsed, undefined, { before: [closed], returns: 0 }),
    'redeemable is what the balance covers': redeemable(benefit('token_value = 16')),
    'redeemable is what has opened': redeemable(opening),
    'redeemable is what is left': redeemable(stocked(0)),
    'redeemable is what is below the limit': redeemable(benefit('per_member_limit = 1')),
    'no facts about an inactive benefit': me(facts, undefined, {
      before: [benefit('is_active = false')],
      returns: 0,
    }),
    'no facts about a closed benefit': me(facts, undefined, { before: [closed], returns: 0 }),
    'no facts for somebody who was deleted': me(facts, undefined, { before: [LEAVE], returns: 0 }),
    'what is not active is not available': available(benefit('is_active = false')),
    'what has not opened is not available': available(opening),
    'what has closed is not available': available(closed),
    'what is sold out is not available': available(stocked(0)),
  }),
]
