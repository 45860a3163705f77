import { activityEntry, actorId as id } from '@tests/support/activity-api'
import { describe, expect, it } from 'vitest'
import type { Activity } from '@/entities/activity/activity'
import { actorOf, sentenceOf } from './sentence'

type Entry = Partial<Activity>
const pieces = (over: Entry) =>
  sentenceOf(activityEntry(1, { subject: null, before: null, after: null, ...over }))
const text = (over: Entry) =>
  pieces(over)
    .map((piece) => (typeof piece === 'string' ? piece : piece.name))
    .join('')
const links = (over: Entry) =>
  pieces(over).flatMap((piece) => (typeof piece === 'string' || piece.plain ? [] : [piece.to]))

const person = { table_name: 'profiles', subject: 'Tamsin Ferreira' }
const erased = { table_name: 'profiles' }
const benefit = { table_name: 'benefits', subject: 'Quillwright Pro' }
const token = { table_name: 'redeem_codes', subject: 'R9CL5HX3' }
const invite = { table_name: 'invite_codes', subject: 'WELCOME001' }
const logo = { table_name: 'app_settings', row_id: 'email_logo_url', subject: 'email_logo_url' }
const motto = { ...logo, row_id: 'motto', subject: 'motto' }
const picture = { table_name: 'pictures', subject: 'branding/email-logo' }
const path = 'branding/email-logo'

it.each([
  [id, 'Henrik Vos', 'Henrik Vos'],
  [id, null, 'Deleted user'],
  [null, null, 'The house'],
])('names the actor %s called %s %s', (actor_id, actor_name, name) => {
  expect(actorOf({ actor_id, actor_name })).toBe(name)
})

describe('changes', () => {
  const status = [
    { status: 'pending', updated_at: 'a' },
    { status: 'delivered', updated_at: 'b' },
  ] as const
  const adjusted = { current_tokens: 97, adjustment_reason: 'Thanks for the talk' }
  it.each<[string, Entry, Activity['before'], Activity['after']]>([
    ['changed the status of ORD-000148 from Pending to Delivered', { subject: 'ORD-000148' }, ...status],
    ['changed the status of a legacy order from Pending to Delivered', {}, ...status],
    [
      'changed the balance of Tamsin Ferreira from 40 to 1,065',
      person,
      { current_tokens: 40 },
      { current_tokens: 1065 },
    ],
    [
      'changed the balance of Tamsin Ferreira from 87 to 97: Thanks for the talk',
      person,
      { current_tokens: 87 },
      adjusted,
    ],
    [
      'changed the balance and name of Tamsin Ferreira: Thanks for the talk',
      person,
      { current_tokens: 87, name: 'Tamsin' },
      { ...adjusted, name: 'T.' },
    ],
    ['made Tamsin Ferreira an admin', person, { role: 'user' }, { role: 'admin' }],
    ['took the admin role from Tamsin Ferreira', person, { role: 'admin' }, { role: 'user' }],
    ['changed the name of Tamsin Ferreira from T. to Tamsin', person, { name: 'T.' }, { name: 'Tamsin' }],
    [
      'changed the phone of Tamsin Ferreira from None to +44 20',
      person,
      { phone: null },
      { phone: '+44 20' },
    ],
    [
      'changed the name, role and balance of Tamsin Ferreira',
      person,
      { name: 'A', role: 'user', current_tokens: 1 },
      { name: 'B', role: 'admin', current_tokens: 2 },
    ],
    ['changed the shoe size of Tamsin Ferreira from 38 to 39', person, { shoe_size: 38 }, { shoe_size: 39 }],
    ['changed a deleted user', erased, {}, {}],
    [
      'changed the balance of a deleted user from 5 to 6',
      erased,
      { current_tokens: 5 },
      { current_tokens: 6 },
    ],
    [
      'changed the token value of the benefit Quillwright Pro from 40 to 45',
      benefit,
      { token_value: 40, updated_at: 'a' },
      { token_value: 45, updated_at: 'b' },
    ],
    [
      'changed the status of the benefit Quillwright Pro from Active to Inactive',
      benefit,
      { is_active: true },
      { is_active: false },
    ],
    [
      'changed the description of the benefit Quillwright Pro',
      benefit,
      { description: 'A' },
      { description: 'B' },
    ],
    [
      'changed the picture of the benefit Quillwright Pro',
      benefit,
      { image_url: null },
      { image_url: '/a.png' },
    ],
    [
      'changed the name and description of the benefit Quillwright Pro',
      benefit,
      { name: 'A', description: 'Old' },
      { name: 'B', description: 'New' },
    ],
    ['changed the note of the token code R9CL5HX3 from A to B', token, { note: 'A' }, { note: 'B' }],
    ['changed the email logo', logo, { value: 'a' }, { value: 'b' }],
    ['changed the logo used in emails', { ...logo, row_id: 'email_logo_in_mails' }, null, null],
    ['changed the address of the setting motto', motto, { value: 'a' }, { value: 'b' }],
    ['replaced the picture branding/email-logo', picture, { path }, { path }],
    ['moved the picture a.png to branding/email-logo', picture, { path: 'a.png' }, { path }],
    [
      'changed the size of the gift cards 7 from 1 to 2',
      { table_name: 'gift_cards', row_id: '7' },
      { size: 1 },
      { size: 2 },
    ],
  ])('%s', (sentence, over, before, after) => {
    expect(text({ ...over, before, after })).toBe(sentence)
  })
})

describe('creations', () => {
  const many = { ...token, subject: 'Spring fair' }
  it.each<[string, Entry, Activity['after']]>([
    ['created the benefit Quillwright Pro', benefit, { name: 'Quillwright Pro', token_value: 40 }],
    [
      'created the token code R9CL5HX3 worth 1 token',
      token,
      { code: 'R9CL5HX3', token_value: 1, note: null },
    ],
    [
      'created the token code R9CL5HX3 worth 50 tokens: Fair',
      token,
      { code: 'R9CL5HX3', token_value: 50, note: 'Fair' },
    ],
    ['created the invite code WELCOME001', invite, { code: 'WELCOME001' }],
    [
      'created 500 token codes worth 50 tokens each: Spring fair',
      many,
      { count: 500, token_value: 50, note: 'Spring fair', codes: ['A', 'B'] },
    ],
    ['created 20 invite codes', { ...invite, subject: null }, { count: 20, token_value: null, note: null }],
    ['changed the email logo', logo, { value: 'b' }],
    ['changed the logo used in emails', { ...logo, row_id: 'email_logo_in_mails' }, null],
    ['created the setting motto', motto, { value: 'b' }],
    ['uploaded the picture branding/email-logo', picture, { path }],
    ['created the gift cards Gold', { table_name: 'gift_cards', subject: 'Gold' }, {}],
  ])('%s', (sentence, over, after) => {
    expect(text({ ...over, action: 'insert', after })).toBe(sentence)
  })
})

it.each<[string, Entry, Activity['before']]>([
  ['deleted a user', erased, { role: 'user' }],
  ['deleted the benefit Quillwright Pro', benefit, { name: 'Quillwright Pro' }],
  ['deleted the token code R9CL5HX3', token, {}],
  ['deleted the invite code WELCOME001', invite, {}],
  ['deleted the setting email_logo_url', logo, { value: 'a' }],
  ['deleted the picture branding/email-logo', picture, { path }],
])('%s', (sentence, over, before) => {
  expect(text({ ...over, action: 'delete', before })).toBe(sentence)
})

it.each<[string | undefined, Entry]>([
  [`/admin/orders?order=${id}`, { before: { status: 'pending' }, after: { status: 'delivered' } }],
  [`/admin/orders?order=${id}`, {}],
  [`/admin/users?person=${id}`, { ...person, before: { role: 'user' }, after: { role: 'admin' } }],
  ['/admin/benefits?q=Quillwright+Pro', benefit],
  ['/admin/benefits?q=Quillwright+Pro', { ...benefit, action: 'insert' }],
  [undefined, { ...benefit, action: 'delete' }],
  ['/admin/token-codes?q=R9CL5HX3', { ...token, action: 'insert', after: {} }],
  ['/admin/invite-codes?q=WELCOME001', { ...invite, action: 'insert', after: {} }],
  [
    '/admin/token-codes?q=Spring+fair',
    { ...token, subject: 'Spring fair', action: 'insert', after: { count: 500 } },
  ],
  ['/admin/invite-codes', { ...invite, subject: null, action: 'insert', after: { count: 20, note: null } }],
  ['/admin/email-branding', logo],
])('links to %s', (to, over) => {
  expect(links(over)).toEqual([to])
})

it('links a deleted user to nothing', () => {
  expect(links({ ...erased, before: {}, after: {} })).toEqual([])
})
