import { admin, me, owner } from '../support/attempt'
import { changePolicy } from '../support/mutation'
import { conditions, LEAVE, mutant, refusals, type SchemaMutant, triggers } from './mutant'
import { count, notInserted, policies, rlsMutants, untouched } from './policies'
import { logged, waits } from './triggers'

const CATEGORY = '00000000-0000-4000-8000-0000000000e2'
const benefit = (set: string) => `update benefits set ${set} where id = :benefit`
const category = `insert into categories (id, name, position) values ('${CATEGORY}', 'A category', 1)`
const categories = count(`categories where id = '${CATEGORY}'`)
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
export const catalogueMutants: SchemaMutant[] = [
  ...rlsMutants({ categories: me(categories, undefined, { before: [category, LEAVE], returns: 0 }) }),
  ...policies('categories', {
    'members read': me(categories, undefined, { before: [category, LEAVE], returns: 0 }),
    'admins create': notInserted(`insert into categories (name) values ('Mine')`),
    'admins update': untouched(
      `update categories set name = 'Mine' where id = '${CATEGORY}'`,
      `select name from categories where id = '${CATEGORY}'`,
      'A category',
      [category],
    ),
    'admins delete': untouched(`delete from categories where id = '${CATEGORY}'`, categories, 1, [category]),
  }),
  mutant(
    'a closed benefit is hidden',
    changePolicy('benefits: members read active ones, admins all', 'closes_at > now\\(\\)', 'true'),
    me(count('benefits where id = :benefit'), undefined, { before: [closed], returns: 0 }),
  ),
  ...triggers('categories', {
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
  }),
  ...triggers('benefits', {
    benefits_serialize_category: waits('update benefits set category_id = null where false'),
  }),
  ...refusals('benefit_before', { category_deleted: admin(benefit('category_id = gen_random_uuid()')) }),
  ...refusals('browse_benefits', { unknown_sort: me(`select browse_benefits(p_sort => 'id')`) }),
  ...refusals('lock_caller', { not_signed_in: me(favourite, undefined, { before: [LEAVE] }) }),
  ...refusals('lock_visible', {
    benefit_unavailable: me(favourite, undefined, { before: [benefit('is_active = false')] }),
  }),
  ...conditions('lock_visible', {
    'a closed benefit cannot be marked': [
      'coalesce\\([^)]*\\), true\\)',
      'true',
      me(favourite, 'benefit_unavailable', { before: [closed] }),
    ],
  }),
  ...conditions('catalogue_filter', {
    'the catalogue has no inactive benefit': [
      'r.is_active and ',
      '',
      me(browsed, undefined, { before: [benefit('is_active = false')], returns: 0 }),
    ],
    'the catalogue has no closed benefit': [
      'r.closes_at is null or r.closes_at > now\\(\\)',
      'true',
      me(browsed, undefined, { before: [closed], returns: 0 }),
    ],
  }),
  ...conditions('redeemable_filter', {
    'redeemable is what the balance covers': [
      'r.token_value <= %s',
      'true or %s > 0',
      redeemable(benefit('token_value = 16')),
    ],
    'redeemable is what has opened': [
      'r.opens_at is null or r.opens_at <= now\\(\\)',
      'true',
      redeemable(opening),
    ],
    'redeemable is what is left': [' and r.is_left ', ' ', redeemable(benefit('stock = 0'))],
    'redeemable is what is below the limit': [
      'r.own_orders < r.per_member_limit',
      'true',
      redeemable(benefit('per_member_limit = 1')),
    ],
  }),
  ...conditions('benefit_facts', {
    'no facts about an inactive benefit': [
      's.is_active and ',
      '',
      me(facts, undefined, { before: [benefit('is_active = false')], returns: 0 }),
    ],
    'no facts about a closed benefit': [
      'coalesce\\([^)]*\\), true\\)',
      'true',
      me(facts, undefined, { before: [closed], returns: 0 }),
    ],
    'no facts for somebody who was deleted': [
      ' and private.is_member\\(\\)',
      '',
      me(facts, undefined, { before: [LEAVE], returns: 0 }),
    ],
  }),
  ...conditions('is_available', {
    'what is not active is not available': ['s.is_active AND ', '', available(benefit('is_active = false'))],
    'what has not opened is not available': ['s.opens_at <= is_available.p_now', 'true', available(opening)],
    'what has closed is not available': ['s.closes_at > is_available.p_now', 'true', available(closed)],
    'what is sold out is not available': [' AND s.is_left', '', available(benefit('stock = 0'))],
  }),
]
