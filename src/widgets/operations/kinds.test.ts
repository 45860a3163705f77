import { expect, it } from 'vitest'
import { reasonText, textsOf } from './kinds'

/** `kind | parameters | title | action | running | done | did`. */
const kinds = `
  order_status | {"status":"delivered"} | Mark 3 orders delivered | Mark 2 delivered | Marking orders delivered | 2 marked delivered | marked 3 orders delivered
  order_status | {"status":"cancelled"} | Cancel 3 orders | Cancel 2 | Cancelling orders | 2 cancelled | cancelled 3 orders
  order_note | {} | Add a note to 3 orders | Add a note to 2 | Adding notes | 2 given a note | added a note to 3 orders
  token_grant | {} | Grant tokens to 3 members | Grant tokens to 2 | Granting tokens | Tokens granted to 2 | granted tokens to 3 members
  membership | {"months":1} | Extend 3 memberships | Extend 2 by 1 month | Extending memberships | 2 extended by 1 month | extended 3 memberships by 1 month
  code_revocation | {"kind":"invite"} | Revoke 3 invite codes? | Revoke 2 | Revoking codes | 2 revoked | revoked 3 invite codes
  key_quarantine | {"aside":true} | Put 3 keys aside | Put 2 aside | Putting keys aside | 2 put aside | put 3 keys aside
  key_quarantine | {"aside":false} | Put 3 keys back | Put 2 back | Putting keys back | 2 put back | put 3 keys back
  benefit_change | {"change":"active","value":1} | Activate 3 benefits | Activate 2 | Activating benefits | 2 activated | activated 3 benefits
  benefit_change | {"change":"active","value":0} | Deactivate 3 benefits | Deactivate 2 | Deactivating benefits | 2 deactivated | deactivated 3 benefits
  benefit_change | {"change":"price","value":40} | Change the price of 3 benefits to 40 tokens | Change 2 | Changing prices | 2 changed | changed the price of 3 benefits to 40 tokens`

const rows = kinds
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' | '))

it.each(rows)('says what %s of %s does, did and has done', (kind = '', parameters = '', ...expected) => {
  const texts = textsOf({ kind, parameters: JSON.parse(parameters) })!
  const what = `3 ${texts.noun[1]}`
  const said = [texts.title(what), texts.actionLabel('2'), texts.running, texts.done('2'), texts.past(what)]
  expect(said).toEqual(expected)
})

it('says by how much a price changes, and knows no kind of a later version', () => {
  const did = (change: string, value: number) =>
    textsOf({ kind: 'benefit_change', parameters: { change, value } })?.past('it')
  expect(did('percent', 10)).toBe('changed the price of it by +10%')
  expect(did('tokens', -5)).toBe('changed the price of it by −5 tokens')
  expect(textsOf({ kind: 'of_tomorrow' })).toBeUndefined()
})

it.each([
  ['order_status', { status: 'delivered' }, 'same_status', 'Already marked delivered by Ines Moreau'],
  ['order_status', { status: 'cancelled' }, 'same_status', 'Already cancelled by Ines Moreau'],
  ['order_status', {}, 'cancelled_by_member', 'Cancelled by the member'],
  ['order_status', {}, 'deleted_user', 'Deleted user, no address to deliver to'],
  ['order_status', {}, 'sold_out', 'Sold out'],
  ['order_status', {}, 'limit_reached', 'The member has reached the limit of the benefit'],
  ['order_status', {}, 'insufficient_tokens', 'The balance does not cover the price'],
  ['code_revocation', {}, 'already_revoked', 'Already revoked by Ines Moreau'],
  ['code_revocation', {}, 'already_used', 'Already used'],
  ['benefit_change', {}, 'same_price', 'The price stays the same'],
  ['benefit_change', {}, 'price_out_of_range', 'The price would be less than 1 or more than 1,000,000'],
  ['benefit_change', {}, 'already_active', 'Already active'],
  ['benefit_change', {}, 'already_inactive', 'Already inactive'],
  ['key_quarantine', {}, 'handed_out', 'Handed out'],
  ['key_quarantine', {}, 'already_aside', 'Already put aside by Ines Moreau'],
  ['key_quarantine', {}, 'already_available', 'Already in the pool'],
  ['key_quarantine', {}, 'batch_aside', 'Its whole batch is put aside'],
  ['membership', {}, 'no_end', 'The membership has no end'],
  ['membership', {}, 'not_found', 'Deleted since'],
  ['token_grant', {}, 'invalid_email', 'No email address'],
  ['token_grant', {}, 'unknown_email', 'No member has this email address'],
  ['token_grant', {}, 'invalid_tokens', 'The tokens are not a whole number from 1 to 1,000,000'],
  ['token_grant', {}, 'formula', 'The reason starts like a formula'],
  ['token_grant', {}, 'reason_required', 'No reason'],
  ['token_grant', {}, 'invalid_reason', 'The reason has more than 200 characters, or invisible ones'],
  ['token_grant', {}, 'duplicate_line', 'The same email address as an earlier line'],
  ['token_grant', {}, 'not_found', 'This member has been deleted'],
  ['token_grant', {}, 'balance_too_large', 'The balance would exceed 1,000,000,000 tokens'],
  ['order_note', {}, 'not_found', 'Deleted in the meantime'],
  ['order_note', {}, 'stopped', 'Not reached before it was stopped'],
  ['order_note', {}, 'tokens_spent', 'The tokens have been spent'],
  ['order_note', {}, 'changed_since', 'Changed in the meantime by Ines Moreau'],
  ['order_note', {}, 'of_tomorrow', 'of tomorrow'],
])('says why %s of %o skips a row: %s', (kind, parameters, reason, text) => {
  const reasons = textsOf({ kind, parameters })?.reasons ?? {}
  expect(reasonText({ reason, count: 1, by: 'Ines Moreau' }, reasons)).toBe(text)
})
