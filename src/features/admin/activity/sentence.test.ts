import { activityEntry, actorId as id } from '@tests/support/activity-api'
import { expect, it } from 'vitest'
import { type Activity, actorOf } from '@/entities/activity/activity'
import { methodText } from '@/entities/deliveries/delivery'
import { formatDateTime } from '@/lib/format'
import { changesOf } from './format-value'
import { sentenceOf } from './sentence'

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
const file = { table_name: 'files', subject: 'guide.pdf' }
const keys = { table_name: 'key_batches', subject: 'Quillwright Pro' }
const key = { table_name: 'delivery_keys', subject: 'LNTR-••••-9XQ2' }
const report = { table_name: 'reports', subject: 'R-0002', row_id: 'r2' }

it.each([
  [id, 'Henrik Vos', 'Henrik Vos'],
  [id, null, 'Deleted user'],
  [null, null, 'Guildhall'],
])('names the actor %s called %s %s', (actor_id, actor_name, name) => {
  expect(actorOf({ actor_id, actor_name })).toBe(name)
})

const entries: Record<string, Entry> = {
  order: { subject: 'ORD-000148' },
  legacy: {},
  person: { ...person, row_id: 'p1' },
  erased,
  benefit,
  token,
  batch: { ...token, subject: 'Spring fair' },
  invite,
  invites: { ...invite, subject: null },
  logo,
  mailed: { ...logo, row_id: 'email_logo_in_mails' },
  motto,
  invitation: { table_name: 'invitations' },
  rate: { ...logo, row_id: 'sla_credit_rate' },
  cap: { ...logo, row_id: 'sla_credit_cap' },
  quota: { ...logo, row_id: 'invitations_per_member' },
  bonus: { ...logo, row_id: 'referral_bonus' },
  year: { ...logo, row_id: 'membership_price' },
  launch: { ...logo, row_id: 'launch_price' },
  places: { ...logo, row_id: 'launch_places' },
  contact: { ...logo, row_id: 'contact_address' },
  required: { ...logo, row_id: 'require_second_factor' },
  self: { ...person, row_id: id, actor_id: id },
  waitlist: { table_name: 'waitlist' },
  pack: { table_name: 'token_packs', subject: '50' },
  told: { table_name: 'announcements', subject: 'Autumn' },
  category: { table_name: 'categories', subject: 'Travel' },
  picture,
  file,
  keys,
  key,
  report,
  many: { table_name: 'operations', row_id: 'op-1' },
  card: { table_name: 'gift_cards', row_id: '7' },
  gold: { table_name: 'gift_cards', subject: 'Gold' },
}

// `entry | action | before | after | sentence`
const changes = `
  order | update | {"status":"pending","updated_at":"a"} | {"status":"delivered","updated_at":"b"} | changed the status of ORD-000148 from Pending to Delivered
  order | update | {} | {"revealed":true} | revealed what was delivered with ORD-000148
  order | update | {} | {"resent":true} | sent the delivery again of ORD-000148
  order | update | {"due_at":""} | {"due_at":true} | changed the due time of ORD-000148 from None to Yes
  legacy | update | {"status":"pending"} | {"status":"delivered"} | changed the status of a legacy order from Pending to Delivered
  person | update | {"current_tokens":40} | {"current_tokens":1065} | changed the balance of Tamsin Ferreira from 40 to 1,065
  person | update | {"current_tokens":87} | {"current_tokens":97,"adjustment_reason":"Thanks for the talk"} | changed the balance of Tamsin Ferreira from 87 to 97: Thanks for the talk
  person | update | {"current_tokens":87,"name":"Tamsin"} | {"current_tokens":97,"adjustment_reason":"Thanks","name":"T."} | changed the balance and name of Tamsin Ferreira: Thanks
  person | update | {"deletes_at":null} | {"deletes_at":"2026-12-07T09:00:00+00:00"} | confirmed to delete Tamsin Ferreira
  person | update | {"deletes_at":"2026-12-07T09:00:00+00:00"} | {"deletes_at":null} | kept Tamsin Ferreira
  person | update | {} | {"message":true} | wrote to Tamsin Ferreira
  person | update | {"role":"user"} | {"role":"admin"} | made Tamsin Ferreira an admin
  person | update | {"role":"admin"} | {"role":"user"} | took the admin role from Tamsin Ferreira
  person | update | {"name":"T."} | {"name":"Tamsin"} | changed the name of Tamsin Ferreira from T. to Tamsin
  person | update | {"phone":null} | {"phone":"+44 20"} | changed the phone of Tamsin Ferreira from None to +44 20
  person | update | {"name":"A","role":"user","current_tokens":1} | {"name":"B","role":"admin","current_tokens":2} | changed the name, role and balance of Tamsin Ferreira
  person | update | {"shoe_size":38} | {"shoe_size":39} | changed the shoe size of Tamsin Ferreira from 38 to 39
  person | update | {} | {"second_factor_approved":true} | approved the second factor of Tamsin Ferreira
  person | update | {} | {"password":true} | changed their password
  person | update | {"second_factors":1} | {"second_factors":0} | reset the second factor of Tamsin Ferreira
  self | update | {"second_factors":1} | {"second_factors":0,"recovery_codes":9} | used a recovery code
  self | update | {"second_factors":1} | {"second_factors":2} | added an authenticator
  self | update | {"second_factors":1} | {"second_factors":0} | removed an authenticator
  self | update | {} | {"recovery_codes":10} | created recovery codes
  erased | update | {} | {} | changed a deleted user
  erased | update | {"current_tokens":5} | {"current_tokens":6} | changed the balance of a deleted user from 5 to 6
  benefit | update | {"token_value":40,"updated_at":"a"} | {"token_value":45,"updated_at":"b"} | changed the token value of the benefit Quillwright Pro from 40 to 45
  benefit | update | {"is_active":true} | {"is_active":false} | changed the status of the benefit Quillwright Pro from Active to Inactive
  benefit | update | {"description":"A"} | {"description":"B"} | changed the description of the benefit Quillwright Pro
  benefit | update | {"image_url":null} | {"image_url":"/a.png"} | changed the picture of the benefit Quillwright Pro
  benefit | update | {"name":"A","description":"Old"} | {"name":"B","description":"New"} | changed the name and description of the benefit Quillwright Pro
  benefit | update | {"delivery_method":"manual"} | {"delivery_method":"key","delivery_changed":[]} | changed the delivery of Quillwright Pro from 'By hand, within 24-48 hours' to 'A licence key, at once'
  benefit | update | {"delivery_method":"key"} | {"delivery_method":"key","delivery_changed":["link","low stock"]} | changed the delivery of Quillwright Pro: link and low stock
  keys | update | {"number":4,"released":null} | {"number":4,"released":true} | released batch B4 of Quillwright Pro
  keys | update | {"number":4,"released":null} | {"number":4,"released":false} | put batch B4 of Quillwright Pro aside
  report | update | {"answer":null} | {"answer":"replaced"} | replaced the delivery of the report R-0002
  report | update | {"answer":null} | {"answer":"closed"} | answered the report R-0002
  report | update | {"answer":null} | {"answer":"replied"} | replied to the report R-0002
  report | update | {"answer":null} | {"answer":"refunded"} | refunded the order of the report R-0002
  key | update | null | {"revealed":true} | revealed the key LNTR-••••-9XQ2
  key | update | null | {"state":"quarantined"} | put the key LNTR-••••-9XQ2 aside
  key | update | null | {"state":"available"} | restored the key LNTR-••••-9XQ2
  token | update | {"note":"A"} | {"note":"B"} | changed the note of the token code R9CL5HX3 from A to B
  logo | update | {"value":"a"} | {"value":"b"} | changed the email logo
  mailed | update | null | null | changed the logo used in emails
  motto | update | {"value":"a"} | {"value":"b"} | changed the value of the setting motto
  rate | update | {"value":"1"} | {"value":"2"} | changed the late credit for each hour from 1 to 2
  cap | update | {"value":"1"} | {"value":"2"} | changed the cap of the late credit from 1 to 2
  quota | insert | null | {"value":"3"} | changed the invitations of each member to 3
  bonus | update | {"value":"10"} | {"value":"15"} | changed the referral bonus from 10 to 15
  year | update | {"value":"9900"} | {"value":"11950"} | changed the price of a year from $99 to $119.50
  launch | update | {"value":"1000"} | {"value":"900"} | changed the launch price from $10 to $9
  places | update | {"value":"50"} | {"value":"60"} | changed the places at the launch price from 50 to 60
  contact | insert | null | {"value":"a@x.test"} | changed the contact address to a@x.test
  required | update | {"value":"0"} | {"value":"1"} | required a second factor for admins
  required | update | {"value":"1"} | {"value":"0"} | stopped requiring a second factor for admins
  waitlist | insert | null | {"did":"declined","count":1} | declined 1 person on the waitlist
  waitlist | insert | null | {"did":"approved","count":2} | approved 2 people on the waitlist
  pack | delete | {} | null | deleted the pack of tokens 50
  told | insert | null | {} | created the announcement Autumn
  invitation | insert | null | {"count":1,"bound":true} | sent 1 invitation by email
  invitation | insert | null | {"count":40,"bound":true} | sent 40 invitations by email
  invitation | update | {} | {"sends":2} | sent an invitation again
  invitation | update | {} | {"corrected":true} | corrected the address of an invitation
  invitation | update | {} | {"revoked":true} | revoked an invitation
  category | insert | null | {"name":"Travel"} | created the category Travel
  picture | update | {"path":"branding/email-logo"} | {"path":"branding/email-logo"} | replaced the picture branding/email-logo
  picture | update | {"path":"a.png"} | {"path":"branding/email-logo"} | moved the picture a.png to branding/email-logo
  many | insert | null | {"kind":"order_status","parameters":{"status":"delivered"},"state":"running","rows":31} | marked 31 orders delivered
  many | update | {"state":"done"} | {"kind":"order_status","parameters":{"status":"cancelled"},"state":"undoing","rows":1} | undid a run that cancelled 1 order
  many | insert | null | {"kind":"of_tomorrow","rows":31} | created the operations op-1
  card | update | {"size":1} | {"size":2} | changed the size of the gift cards 7 from 1 to 2
  benefit | insert | null | {"name":"Quillwright Pro","token_value":40} | created the benefit Quillwright Pro
  keys | insert | null | {"number":4,"count":44} | imported 44 keys of Quillwright Pro as batch B4
  token | insert | null | {"code":"R9CL5HX3","token_value":1,"note":null} | created the token code R9CL5HX3 worth 1 token
  token | insert | null | {"code":"R9CL5HX3","token_value":50,"note":"Fair"} | created the token code R9CL5HX3 worth 50 tokens: Fair
  invite | insert | null | {"code":"WELCOME001"} | created the invite code WELCOME001
  batch | insert | null | {"count":500,"token_value":50,"note":"Spring fair","codes":["A","B"]} | created 500 token codes worth 50 tokens each: Spring fair
  invites | insert | null | {"count":20,"token_value":null,"note":null} | created 20 invite codes
  logo | insert | null | {"value":"b"} | changed the email logo
  mailed | insert | null | null | changed the logo used in emails
  motto | insert | null | {"value":"b"} | created the setting motto
  picture | insert | null | {"path":"branding/email-logo"} | uploaded the picture branding/email-logo
  file | insert | null | {"size":3} | uploaded the file guide.pdf
  gold | insert | null | {} | created the gift cards Gold
  erased | delete | {"role":"user"} | null | deleted a user
  benefit | delete | {"name":"Quillwright Pro"} | null | deleted the benefit Quillwright Pro
  token | delete | {} | null | deleted the token code R9CL5HX3
  invite | delete | {} | null | deleted the invite code WELCOME001
  logo | delete | {"value":"a"} | null | deleted the setting email_logo_url
  picture | delete | {"path":"branding/email-logo"} | null | deleted the picture branding/email-logo
  file | delete | {"size":3} | null | deleted the file guide.pdf
`
const rows = changes
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' | '))

it.each(rows)('%s, %s, from %s to %s: %s', (name, action, before, after, sentence) => {
  const change = { before: JSON.parse(before ?? ''), after: JSON.parse(after ?? '') }
  expect(text({ ...entries[name ?? ''], action: action as Activity['action'], ...change })).toBe(sentence)
})

it.each<[string | undefined, Entry]>([
  [`/admin/orders?order=${id}`, { before: { status: 'pending' }, after: { status: 'delivered' } }],
  [`/admin/orders?order=${id}`, {}],
  [`/admin/users?person=${id}`, { ...person, before: { role: 'user' }, after: { role: 'admin' } }],
  [`/admin/benefits/${id}`, benefit],
  [`/admin/benefits/${id}`, { ...benefit, action: 'insert' }],
  [undefined, { ...benefit, action: 'delete' }],
  ['/admin/token-codes?q=R9CL5HX3', { ...token, action: 'insert', after: {} }],
  ['/admin/invite-codes?q=WELCOME001', { ...invite, action: 'insert', after: {} }],
  [
    '/admin/token-codes?q=Spring+fair',
    { ...token, subject: 'Spring fair', action: 'insert', after: { count: 500 } },
  ],
  ['/admin/invite-codes', { ...invite, subject: null, action: 'insert', after: { count: 20, note: null } }],
  [`/admin/benefits/${id}?tab=delivery`, { ...key, after: { benefit_id: id, revealed: true } }],
  [`/admin/benefits/${id}?tab=delivery`, { ...keys, after: { benefit_id: id, released: true } }],
  ['/admin/email-branding', logo],
  ['/admin/settings', { ...logo, row_id: 'sla_credit_cap', after: { value: '1' } }],
  ['/admin/reports?report=r2', { ...report, after: { answer: 'replied' } }],
  ['/admin/invite-codes?view=invitations', { table_name: 'invitations', after: { revoked: true } }],
])('links to %s', (to, over) => {
  expect(links(over)).toEqual([to])
})

it('links a deleted user to nothing', () => {
  expect(links({ ...erased, before: {}, after: {} })).toEqual([])
})

const [ids, time] = [Array.from({ length: 13 }, (_, at) => `C${at}`), '2026-11-16T10:00:00Z']
it.each([
  ['adjustment_type', '', 'Type', 'None'],
  ['adjustment_reason', 'Talk', 'Reason', 'Talk'],
  ['membership_start_date', time, 'Start of membership', formatDateTime(time)],
  ['membership_end_date', '2026-11-16', 'End of membership', '2026-11-16'],
  ['invite_code_used', false, 'Invite code', 'No'],
  ['deletes_at', { in: 7 }, 'Deletion', '{"in":7}'],
  ['expires_at', 1200, 'Expiry date', '1,200'],
  ['delivery_method', 'link', 'Delivery', methodText('link')],
  ['delivery_changed', ids.slice(1), 'Changed settings', ids.slice(1).join(', ')],
  ['new_codes', ids, 'New codes', `${ids.slice(0, 12).join(', ')} and 1 more`],
  ['number', 4, 'Batch', '4'],
  ['count', 3, 'Number', '3'],
  ['status', 'available', 'Status', 'available'],
  ['role', 'admin', 'Role', 'Admin'],
])('shows in the column %s what was %j', (column, value, label, after) => {
  const own =
    'id key created_at updated_at created_by updated_by batch_id operation_id benefit_id is_used is_revoked'
  const hidden = Object.fromEntries(own.split(' ').map((name) => [name, 'x']))
  const shown = changesOf({
    action: 'insert',
    before: null,
    after: { ...hidden, [column]: value, [`no_${column}`]: null },
  })
  expect(shown).toEqual([{ column, label, before: null, after }])
})
