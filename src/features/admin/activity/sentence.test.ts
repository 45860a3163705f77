import { describe, expect, it } from 'vitest'
import type { Activity } from '@/entities/activity/activity'
import { actorOf, sentenceOf } from './sentence'

const id = '00000000-0000-4000-9000-000000000001'

function entry(over: Partial<Activity>): Activity {
  return {
    id: 1,
    at: '2026-11-20T14:12:00Z',
    actor_id: id,
    actor_name: 'Henrik Vos',
    table_name: 'orders',
    row_id: id,
    subject: null,
    action: 'update',
    before: null,
    after: null,
    ...over,
  }
}

const text = (over: Partial<Activity>) =>
  sentenceOf(entry(over))
    .map((piece) => (typeof piece === 'string' ? piece : piece.name))
    .join('')
const links = (over: Partial<Activity>) =>
  sentenceOf(entry(over)).flatMap((piece) => (typeof piece === 'string' || piece.plain ? [] : [piece.to]))

const order = { table_name: 'orders', subject: 'ORD-000148' }
const person = { table_name: 'profiles', subject: 'Tamsin Ferreira' }
const benefit = { table_name: 'benefits', subject: 'Quillwright Pro' }
const logo = { table_name: 'app_settings', row_id: 'email_logo_url', subject: 'email_logo_url' }

it('tells the reason of an adjusted balance', () => {
  const adjusted = {
    ...person,
    before: { current_tokens: 87 },
    after: { current_tokens: 97, adjustment_reason: 'Thanks for the talk' },
  }
  expect(text(adjusted)).toBe('changed the balance of Tamsin Ferreira from 87 to 97: Thanks for the talk')
  const renamed = { ...adjusted.after, name: 'T.' }
  expect(text({ ...adjusted, before: { current_tokens: 87, name: 'Tamsin' }, after: renamed })).toBe(
    'changed the balance and name of Tamsin Ferreira: Thanks for the talk',
  )
})

describe('who', () => {
  it.each([
    [id, 'Henrik Vos', 'Henrik Vos'],
    [id, null, 'Deleted user'],
    [null, null, 'The house'],
  ])('%s called %s is %s', (actor_id, actor_name, who) => {
    expect(actorOf({ actor_id, actor_name })).toBe(who)
  })
})

describe('orders', () => {
  const change = {
    before: { status: 'pending', updated_at: '2026-11-20T10:00:00+00:00' },
    after: { status: 'delivered', updated_at: '2026-11-20T14:12:00+00:00' },
  }
  it('says from which status to which, and leads to the order', () => {
    expect(text({ ...order, ...change })).toBe('changed the status of ORD-000148 from Pending to Delivered')
    expect(links({ ...order, ...change })).toEqual([`/admin/orders?order=${id}`])
  })
  it('calls an order without a number legacy', () => {
    expect(text(change)).toBe('changed the status of a legacy order from Pending to Delivered')
    expect(links(change)).toEqual([`/admin/orders?order=${id}`])
  })
})

describe('pictures', () => {
  const picture = { table_name: 'pictures' as const, subject: 'branding/email-logo' }
  const path = 'branding/email-logo'
  it.each([
    ['insert', null, { path }, 'uploaded the picture branding/email-logo'],
    ['update', { path }, { path }, 'replaced the picture branding/email-logo'],
    ['delete', { path }, null, 'deleted the picture branding/email-logo'],
    [
      'update',
      { path: 'benefits/a.png' },
      { path },
      'moved the picture benefits/a.png to branding/email-logo',
    ],
  ] as const)('%s of %o to %o', (action, before, after, sentence) => {
    expect(text({ ...picture, action, before, after })).toBe(sentence)
  })
})
describe('users', () => {
  it.each([
    [
      { current_tokens: 40 },
      { current_tokens: 1065 },
      'changed the balance of Tamsin Ferreira from 40 to 1,065',
    ],
    [{ role: 'user' }, { role: 'admin' }, 'made Tamsin Ferreira an admin'],
    [{ role: 'admin' }, { role: 'user' }, 'took the admin role from Tamsin Ferreira'],
    [
      { name: 'Tamsin F' },
      { name: 'Tamsin Ferreira' },
      'changed the name of Tamsin Ferreira from Tamsin F to Tamsin Ferreira',
    ],
    [
      { phone: null },
      { phone: '+44 20 7946 0000' },
      'changed the phone of Tamsin Ferreira from None to +44 20 7946 0000',
    ],
    [
      { name: 'A', role: 'user', current_tokens: 1 },
      { name: 'B', role: 'admin', current_tokens: 2 },
      'changed the name, role and balance of Tamsin Ferreira',
    ],
    [{ shoe_size: 38 }, { shoe_size: 39 }, 'changed the shoe size of Tamsin Ferreira from 38 to 39'],
  ])('%o to %o', (before, after, sentence) => {
    expect(text({ ...person, before, after })).toBe(sentence)
    expect(links({ ...person, before, after })).toEqual([`/admin/users?person=${id}`])
  })
  it('says nothing of who is erased, and leads nowhere', () => {
    const erased = { table_name: 'profiles', before: {}, after: {} }
    expect(text(erased)).toBe('changed a deleted user')
    expect(links(erased)).toEqual([])
    const tokens = { before: { current_tokens: 5 }, after: { current_tokens: 6 } }
    expect(text({ ...erased, ...tokens })).toBe('changed the balance of a deleted user from 5 to 6')
    expect(text({ table_name: 'profiles', action: 'delete', before: { role: 'user' } })).toBe(
      'deleted a user',
    )
  })
})

describe('benefits', () => {
  it.each([
    ['insert', null, { name: 'Quillwright Pro', token_value: 40 }, 'created the benefit Quillwright Pro'],
    ['delete', { name: 'Quillwright Pro' }, null, 'deleted the benefit Quillwright Pro'],
    [
      'update',
      { token_value: 40, updated_at: 'a' },
      { token_value: 45, updated_at: 'b' },
      'changed the token value of the benefit Quillwright Pro from 40 to 45',
    ],
    [
      'update',
      { is_active: true },
      { is_active: false },
      'changed the status of the benefit Quillwright Pro from Active to Inactive',
    ],
    [
      'update',
      { description: 'Old' },
      { description: 'New' },
      'changed the description of the benefit Quillwright Pro',
    ],
    [
      'update',
      { image_url: null },
      { image_url: '/a.png' },
      'changed the picture of the benefit Quillwright Pro',
    ],
    [
      'update',
      { name: 'A', description: 'Old' },
      { name: 'B', description: 'New' },
      'changed the name and description of the benefit Quillwright Pro',
    ],
  ] as const)('%s %o to %o', (action, before, after, sentence) => {
    expect(text({ ...benefit, action, before, after })).toBe(sentence)
    expect(links({ ...benefit, action, before, after })).toEqual([
      action === 'delete' ? undefined : '/admin/benefits?q=Quillwright+Pro',
    ])
  })
})

describe('codes', () => {
  const batch = { action: 'insert', subject: 'Spring fair' } as const
  it.each([
    [{ code: 'R9CL5HX3', token_value: 1, note: null }, 'created the token code R9CL5HX3 worth 1 token'],
    [
      { code: 'R9CL5HX3', token_value: 50, note: 'Fair' },
      'created the token code R9CL5HX3 worth 50 tokens: Fair',
    ],
  ])('one: %o', (after, sentence) => {
    const one = { table_name: 'redeem_codes', action: 'insert', subject: 'R9CL5HX3', after } as const
    expect(text(one)).toBe(sentence)
    expect(links(one)).toEqual(['/admin/token-codes?q=R9CL5HX3'])
  })
  it('an invite code has no value', () => {
    const one = { table_name: 'invite_codes', action: 'insert', subject: 'WELCOME001' } as const
    expect(text({ ...one, after: { code: 'WELCOME001' } })).toBe('created the invite code WELCOME001')
    expect(links({ ...one, after: { code: 'WELCOME001' } })).toEqual(['/admin/invite-codes?q=WELCOME001'])
  })
  it('many at once are one entry, found by their note', () => {
    const tokens = { ...batch, table_name: 'redeem_codes' }
    const after = { count: 500, token_value: 50, note: 'Spring fair', codes: ['A', 'B'] }
    expect(text({ ...tokens, after })).toBe('created 500 token codes worth 50 tokens each: Spring fair')
    expect(links({ ...tokens, after })).toEqual(['/admin/token-codes?q=Spring+fair'])
    const invites = { ...batch, table_name: 'invite_codes', subject: null }
    expect(text({ ...invites, after: { count: 20, token_value: null, note: null } })).toBe(
      'created 20 invite codes',
    )
    expect(links({ ...invites, after: { count: 20, note: null } })).toEqual(['/admin/invite-codes'])
  })
  it('changed or deleted by whoever may', () => {
    const code = { table_name: 'redeem_codes', subject: 'R9CL5HX3' }
    expect(text({ ...code, before: { note: 'A' }, after: { note: 'B' } })).toBe(
      'changed the note of the token code R9CL5HX3 from A to B',
    )
    expect(text({ ...code, action: 'delete', before: {} })).toBe('deleted the token code R9CL5HX3')
    expect(text({ table_name: 'invite_codes', subject: 'X', action: 'delete', before: {} })).toBe(
      'deleted the invite code X',
    )
  })
})

describe('settings', () => {
  it.each(['insert', 'update'] as const)('the logo: %s', (action) => {
    expect(text({ ...logo, action, before: { value: 'a' }, after: { value: 'b' } })).toBe(
      'changed the email logo',
    )
    expect(links({ ...logo, action })).toEqual(['/admin/email-branding'])
    expect(text({ ...logo, row_id: 'email_logo_in_mails', action })).toBe('changed the logo used in emails')
  })
  it('another one', () => {
    const setting = { ...logo, row_id: 'motto', subject: 'motto' }
    expect(text({ ...setting, action: 'insert', after: { value: 'b' } })).toBe('created the setting motto')
    expect(text({ ...setting, before: { value: 'a' }, after: { value: 'b' } })).toBe(
      'changed the address of the setting motto',
    )
    expect(text({ ...logo, action: 'delete', before: { value: 'a' } })).toBe(
      'deleted the setting email_logo_url',
    )
  })
})

it('a table of tomorrow', () => {
  expect(text({ table_name: 'gift_cards', subject: 'Gold', action: 'insert', after: {} })).toBe(
    'created the gift cards Gold',
  )
  expect(text({ table_name: 'gift_cards', row_id: '7', before: { size: 1 }, after: { size: 2 } })).toBe(
    'changed the size of the gift cards 7 from 1 to 2',
  )
})
