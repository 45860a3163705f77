import { benefit } from '@tests/support/builders'
import { expect, it } from 'vitest'
import { announcementSchema, emptyAnnouncement } from '@/entities/announcements/announcements'
import { settingsSchema, settingsToInput } from '@/entities/benefits/schemas'
import { reportSchema } from '@/entities/deliveries/report'
import { deliverySchema } from '@/entities/orders/schemas'
import { adminProfileSchema, profileSchema } from '@/entities/profiles/schemas'
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
    {
      name: 'x',
      phone: '',
      current_tokens: 1_000_000_000,
      role: 'user',
      adjustment_type: 'purchase',
      adjustment_reason: long(200),
    },
  ],
  'fewer tokens': [
    adminProfileSchema(-1),
    {
      name: 'x',
      phone: '',
      current_tokens: 0,
      role: 'user',
      adjustment_type: 'adjustment',
      adjustment_reason: 'x',
    },
  ],
  'an invitation': [invitationSchema, { email, message: long(300) }],
  'a report': [reportSchema, { choice: 'x', text: long(900) }],
  'an announcement': [
    announcementSchema,
    {
      ...emptyAnnouncement,
      title: long(120),
      body: '[a](/b) [c](https://d.example) '.padEnd(5000, 'x'),
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
        stock: 1_000_000,
        per_member_limit: 1000,
        opens_at: '2027-01-01T10:00',
        closes_at: '2027-01-01T10:01',
      },
    },
  ],
} as const

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '))

it.each(Object.entries(forms))('takes %s at its limits', (_, [schema, input]) => {
  expect(schema.safeParse(input).error?.issues).toBeUndefined()
})

/** `form | fields with what they hold | each error`. */
it.each(
  lines(`
  an invite code | {"invite":" "} | Enter the code from your invitation.
  a sign-up | {"name":"","email":"","phone":"","password":""} | Enter your full name. | Enter your email address. | Enter your phone number. | Enter a password.
  a sign-up | {"name":"${long(121)}","email":"nora@example","phone":"${'1'.repeat(41)}","password":"${long(73)}"} | At most 120 characters. | Enter a complete email address, such as name@company.com. | At most 40 characters. | Use at most 72 characters.
  a sign-up | {"password":"${'é'.repeat(37)}"} | Too long: letters with accents count twice, emoji four times, and 72 are the most.
  a sign-in | {"email":"","password":""} | Enter your email address. | Enter your password.
  an email | {"email":""} | Enter your email address.
  a delivery | {"email":""} | Enter the email to deliver to.
  a delivery | {"email":"nora"} | Enter an email address like name@example.com.
  a password | ${JSON.stringify(emptyPasswords)} | Enter your current password. | Enter a password. | Repeat the new password.
  a profile | {"name":"","phone":"${'1'.repeat(41)}"} | Enter your name. | At most 40 characters.
  a user | {"name":"","current_tokens":-1,"adjustment_reason":"${long(201)}"} | Enter a name. | Enter a whole number, 0 or more. | At most 200 characters.
  a user | {"current_tokens":1000000001} | At most 1,000,000,000 tokens.
  fewer tokens | {"adjustment_type":"purchase"} | A purchase adds tokens.
  an invitation | {"email":"","message":"${long(301)}"} | Enter an email address. | Up to 300 characters.
  an invitation | {"email":"nora"} | Enter one email address, as in colleague@company.example.
  a report | {"choice":"","text":"${long(901)}"} | Choose what is wrong. | At most 900 characters.
  an announcement | {"title":" ","body":" ","byEmail":false,"inApp":false} | Enter a title. | Enter a text. | Choose at least one.
  an announcement | {"title":"${long(121)}","body":"${long(5001)}","audience":"benefit"} | At most 120 characters. | At most 5,000 characters. | Choose a benefit.
  an announcement | {"body":"[a](//b.example)"} | A link leads to an http(s) address or to a path that starts with /.
  a benefit | {"name":"","description":"","token_value":0,"image_url":"x"} | Enter a name. | Enter a description. | Enter a whole number of at least 1. | Enter an https address or a path that starts with /.
  a benefit | {"name":"${long(121)}","description":"${long(2001)}","token_value":1000001,"image_url":"/${long(2048)}"} | At most 120 characters. | At most 2,000 characters. | At most 1,000,000 tokens. | At most 2,048 characters.
  a benefit | {"maker":"${long(301)}","maker_link":"ftp://x","estimated_value":"1,5"} | At most 300 characters. | Enter an address that starts with https:// or http://. | Write dollars in digits, and cents after a point: 1000 or 12.50.
  a benefit | {"estimated_value":0,"low_stock":10001,"stock":1000001,"per_member_limit":0} | Enter an amount of at least $0.01 and at most $1,000,000. | Enter a whole number from 0 to 10,000. | Enter a whole number from 0 to 1,000,000. | Enter a whole number from 1 to 1,000.
  a benefit | {"opens_at":"2027-01-01T10:00","closes_at":"2027-01-01T10:00"} | Enter a time after the opening.
  a benefit | {"delivery_method":"link"} | Enter the link to deliver.
  a benefit | {"delivery_method":"file"} | Upload the file to deliver.`),
)('refuses %s with %s', (form = '', over = '', ...errors) => {
  const [schema, input] = forms[form as keyof typeof forms]
  const issues = schema.safeParse({ ...input, ...JSON.parse(over) }).error?.issues ?? []
  expect([...new Set(issues.map(({ message }) => message))]).toEqual(errors)
})
