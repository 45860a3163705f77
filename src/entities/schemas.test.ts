import { benefit } from '@tests/support/builders'
import { expect, it } from 'vitest'
import { announcementSchema, emptyAnnouncement } from '@/entities/announcements/announcements'
import {
  isSettingVisible,
  type Setting,
  settings,
  settingsSchema,
  settingsToInput,
} from '@/entities/benefits/schemas'
import { reportSchema } from '@/entities/deliveries/report'
import { deliverySchema } from '@/entities/orders/schemas'
import { adminProfileSchema, messageSchema, profileSchema } from '@/entities/profiles/schemas'
import { invitationSchema } from '@/entities/referrals/schemas'
import {
  emailSchema,
  emptyPasswords,
  inviteCodeSchema,
  passwordChangeSchema,
  registerSchema,
  signInSchema,
} from '@/entities/session/schemas'

const opened = {
  ...benefit({ delivery_method: 'manual' }),
  ...{ what_you_get: null, conditions: null, maker: null, maker_link: null, instructions: null },
  ...{ message: null, link: null, low_stock: 5, file: null },
}
const long = (length: number) => 'x'.repeat(length)
const user = { name: 'x', phone: '', role: 'user' }
const email = `${'n'.repeat(242)}@example.com`

const forms = {
  'an invite code': [inviteCodeSchema, { invite: 'x' }],
  'a sign-up': [registerSchema, { name: long(120), email, phone: '1'.repeat(40), password: 'é'.repeat(36) }],
  'a sign-in': [signInSchema, { email, password: 'x' }],
  'an email': [emailSchema, { email }],
  'a delivery': [deliverySchema, { email }],
  'a password': [passwordChangeSchema, { current: 'x', password: long(72), repeat: long(72) }],
  'a profile': [profileSchema, { name: 'x', phone: '' }],
  'a user': [
    adminProfileSchema(0),
    { ...user, current_tokens: 1_000_000_000, adjustment_type: 'purchase', adjustment_reason: long(200) },
  ],
  'fewer tokens': [
    adminProfileSchema(-1),
    { ...user, current_tokens: 0, adjustment_type: 'adjustment', adjustment_reason: 'x' },
  ],
  'an invitation': [invitationSchema, { email, message: long(300) }],
  'a report': [reportSchema, { choice: 'x', text: long(900) }],
  'a message': [messageSchema, { title: long(120), text: long(2000) }],
  'an announcement': [
    announcementSchema,
    {
      ...emptyAnnouncement,
      title: long(120),
      body: `[a](/b) [c](https://d.example) ${long(4969)}`,
      byEmail: false,
    },
  ],
  'a benefit': [
    settingsSchema(opened),
    {
      ...settingsToInput(opened),
      ...{ name: long(120), description: long(2000), token_value: 1_000_000, image_url: `/${long(2047)}` },
      ...{ what_you_get: long(2000), conditions: long(2000), maker: long(300), instructions: long(2000) },
      ...{ maker_link: 'http://x', message: long(2000), estimated_value: 1_000_000, low_stock: 10_000 },
      ...{
        opens_at: '2027-01-01T10:00',
        closes_at: '2027-01-01T10:01',
        stock: 1_000_000,
        per_member_limit: 1000,
      },
    },
  ],
} as const

it.each([
  ['manual', null, ['link', 'file', 'low_stock']],
  ['manual', 0, ['link', 'file']],
  ['key', null, ['link', 'file', 'message', 'stock']],
  ['link', null, ['file', 'low_stock', 'message']],
  ['file', 1, ['link', 'message']],
] as const)('hides of a benefit by %s with %s left: %s', (delivery_method, stock, hidden) => {
  const isHidden = (setting: Setting) => !isSettingVisible(setting, { delivery_method, stock })
  expect(settings.filter(isHidden).toSorted()).toEqual([...hidden].toSorted())
})

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '))

it.each(Object.entries(forms))('takes %s at its limits', (_, [schema, input]) => {
  expect(schema.safeParse(input).error?.issues).toBeUndefined()
})

/** `form | each error | fields with what they hold`. */
it.each(
  lines(`
  an invite code | Enter the code from your invitation. | {"invite":" "}
  a sign-up | Enter your full name. | Enter your email address. | Enter your phone number. | Enter a password. | {"name":"","email":"","phone":"","password":""}
  a sign-up | At most 120 characters. | Enter a complete email address, such as name@company.com. | At most 40 characters. | Use at most 72 characters. | {"name":"${long(121)}","email":"nora@example","phone":"${'1'.repeat(41)}","password":"${long(73)}"}
  a sign-up | Too long: letters with accents count twice, emoji four times, and 72 are the most. | {"password":"${'é'.repeat(37)}"}
  a sign-in | Enter your email address. | Enter your password. | {"email":"","password":""}
  an email | Enter your email address. | {"email":""}
  a delivery | Enter the email to deliver to. | {"email":""}
  a delivery | Enter an email address like name@example.com. | {"email":"nora"}
  a password | Enter your current password. | Enter a password. | Repeat the new password. | ${JSON.stringify(emptyPasswords)}
  a profile | Enter your name. | At most 40 characters. | {"name":"","phone":"${'1'.repeat(41)}"}
  a user | Enter a name. | Enter a whole number, 0 or more. | At most 200 characters. | {"name":"","current_tokens":-1,"adjustment_reason":"${long(201)}"}
  a user | At most 1,000,000,000 tokens. | {"current_tokens":1000000001}
  fewer tokens | A purchase adds tokens. | {"adjustment_type":"purchase"}
  an invitation | Enter an email address. | Up to 300 characters. | {"email":"","message":"${long(301)}"}
  an invitation | Enter one email address, as in colleague@company.example. | {"email":"nora"}
  a report | Choose what is wrong. | At most 900 characters. | {"choice":"","text":"${long(901)}"}
  a message | Enter a subject. | Enter a text. | {"title":" ","text":" "}
  a message | At most 120 characters. | At most 2,000 characters. | {"title":"${long(121)}","text":"${long(2001)}"}
  an announcement | Enter a title. | Enter a text. | Choose at least one. | {"title":" ","body":" ","byEmail":false,"inApp":false}
  an announcement | At most 120 characters. | At most 5,000 characters. | Choose a benefit. | {"title":"${long(121)}","body":"${long(5001)}","audience":"benefit"}
  an announcement | A link leads to an http(s) address or to a path that starts with /. | {"body":"[a](//b.example)"}
  a benefit | Enter a name. | Enter a description. | Enter a whole number of at least 1. | Enter an https address or a path that starts with /. | {"name":"","description":"","token_value":0,"image_url":"x"}
  a benefit | At most 120 characters. | At most 2,000 characters. | At most 1,000,000 tokens. | At most 2,048 characters. | {"name":"${long(121)}","description":"${long(2001)}","token_value":1000001,"image_url":"/${long(2048)}"}
  a benefit | At most 300 characters. | Enter an address that starts with https:// or http://. | Write dollars in digits, and cents after a point: 1000 or 12.50. | {"maker":"${long(301)}","maker_link":"ftp://x","estimated_value":"1,5"}
  a benefit | Enter an amount of at least $0.01 and at most $1,000,000. | Enter a whole number from 0 to 10,000. | Enter a whole number from 0 to 1,000,000. | Enter a whole number from 1 to 1,000. | {"estimated_value":0,"low_stock":10001,"stock":1000001,"per_member_limit":0}
  a benefit | Enter an amount of at least $0.01 and at most $1,000,000. | Enter a whole number from 0 to 10,000. | Enter a whole number from 0 to 1,000,000. | Enter a whole number from 1 to 1,000. | {"estimated_value":1000001,"low_stock":-1,"stock":-1,"per_member_limit":1001}
  a benefit | At most 2,048 characters. | {"maker_link":"https://x/${long(2040)}"}
  a benefit | Enter a time after the opening. | {"opens_at":"2027-01-01T10:00","closes_at":"2027-01-01T10:00"}
  a benefit | Enter the link to deliver. | {"delivery_method":"link"}
  a benefit | Upload the file to deliver. | {"delivery_method":"file"}`),
)('refuses %s: %s', (form = '', ...errors) => {
  const over = errors.pop() ?? ''
  const [schema, input] = forms[form as keyof typeof forms]
  const issues = schema.safeParse({ ...input, ...JSON.parse(over) }).error?.issues ?? []
  expect([...new Set(issues.map(({ message }) => message))]).toEqual(errors)
})
