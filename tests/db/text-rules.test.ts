import { expect, it } from 'vitest'
import { codeSchema, newCode } from '@/entities/codes/schemas'
import { deliverySchema } from '@/entities/orders/schemas'
import { profileSchema } from '@/entities/profiles/schemas'
import { foreignToEmail, hasVisible, hiddenCharacter, trimText } from '@/lib/text'
import { edgesOf, ignorable } from './support/code-points'
import { tried } from './support/outcome'
import { createMember } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** The edges of every property that a rule speaks of, and what review has tried. */
const POINTS = [
  ...new Set([
    ...edgesOf(ignorable),
    ...edgesOf(/\p{Bidi_Control}|\p{Cc}|\p{Z}|\s/u),
    ...[0x20, 0x41, 0x430, 0x2800, 0xad, 0x180e, 0x3164, 0xffa0, 0xfe0f, 0xfff9, 0xe0041, 0xe0100, 0x1f600],
  ]),
]
const character = (point: number) => String.fromCodePoint(point)
const name = (point: number) => `U+${point.toString(16)}`

it('names every code point hidden or visible as the browser does', async () => {
  const rows = await world.sql<{ point: number; hidden: boolean; visible: boolean }>(
    `select point, private.has_hidden(chr(point)) as hidden, private.has_visible(chr(point)) as visible
     from generate_series(1, x'1ffff'::int) as point where point not between x'd800'::int and x'dfff'::int
     union all
     select point, private.has_hidden(chr(point)), private.has_visible(chr(point))
     from generate_series(x'dff00'::int, x'e10ff'::int) as point`,
  )
  const told = rows.filter(
    ({ point, hidden, visible }) =>
      hidden !== (hiddenCharacter(character(point)) !== undefined) ||
      // A browser may know letters that are newer than the database; never the other way round.
      (visible && !hasVisible(character(point))),
  )
  expect(told.map(({ point }) => name(point))).toEqual([])
  const ignored = rows.filter(({ point }) => ignorable.test(character(point)))
  expect(ignored.length).toBeGreaterThan(4000)
  expect(ignored.every(({ hidden }) => hidden)).toBe(true)
}, 60_000)

it.each([...'A7éŁЖΩאبक九한กა𐐀٣', '_', '-', '!', '🎉', '\u0301', '\u2800', '\u3000'])(
  'agrees with the browser whether %j is something to read',
  async (text) => {
    const [row] = await world.sql<{ visible: boolean }>('select private.has_visible($1) as visible', [text])
    expect(row?.visible).toBe(hasVisible(text))
  },
)

it('trims what the forms trim', async () => {
  for (const point of POINTS) {
    const text = `${character(point)}A${character(point)}B${character(point)}`
    const [row] = await world.sql('select private.trim_text($1) as text', [text])
    expect([name(point), row?.text]).toEqual([name(point), trimText(text)])
  }
})

/** A field of a form, and the write that its value comes to. */
type Field = { takes: (text: string) => boolean; statement: string; refusals: string[] }

const FIELDS: Record<string, Field> = {
  name: {
    takes: (text) => profileSchema.safeParse({ name: text, phone: '' }).success,
    statement: 'update profiles set name = $1 where id = auth.uid()',
    refusals: ['23514'],
  },
  phone: {
    takes: (text) => profileSchema.safeParse({ name: 'Mia', phone: text }).success,
    statement: 'update profiles set phone = $1 where id = auth.uid()',
    refusals: ['23514'],
  },
  'token code': {
    takes: (text) => codeSchema(1).safeParse({ ...newCode, code: text }).success,
    statement: 'insert into redeem_codes (code, token_value) values ($1, 5)',
    refusals: ['23514'],
  },
  'invite code': {
    takes: (text) => codeSchema(1).safeParse({ ...newCode, code: text }).success,
    statement: 'insert into invite_codes (code) values ($1)',
    refusals: ['23514'],
  },
  'delivery email': {
    takes: (text) => deliverySchema.safeParse({ email: `${text}@example.test` }).success,
    statement: `insert into orders (user_id, benefit_id, redemption_email, benefit_token_value)
      select auth.uid(), b.id, $1 || '@example.test', b.token_value from benefits as b where b.name = 'Rules'`,
    refusals: ['invalid_redemption_email'],
  },
}

it.each(Object.entries(FIELDS))(
  'form and database take the same characters in a %s',
  async (_, field) => {
    const admin = await createMember(world, { role: 'admin', tokens: 10_000 })
    await world.undone(async (sql) => {
      await sql(`insert into benefits (name, description, token_value) values ('Rules', 'x', 1)`)
      await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: admin.id })])
      await sql('set local role authenticated')
      const differ: string[] = []
      let [taken, refused] = [0, 0]
      for (const point of POINTS) {
        for (const text of [character(point), `A${character(point)}B`, `AB${character(point)}`]) {
          await sql('savepoint fresh')
          const answer = await tried(sql, field.statement, [text])
          await sql('rollback to savepoint fresh')
          const takes = field.takes(text)
          if (takes) taken++
          else refused++
          // An empty phone is none, and taken.
          if (takes !== (answer === 'done') || !['done', ...field.refusals].includes(answer)) {
            differ.push(`${JSON.stringify(text)} ${name(point)}: ${takes} and ${answer}`)
          }
        }
      }
      expect(differ).toEqual([])
      expect(taken).toBeGreaterThan(5)
      expect(refused).toBeGreaterThan(100)
    })
  },
  60_000,
)

it.each(['email', 'email_change'])(
  'auth stores no login whose %s has a character that is not printable ASCII',
  async (column) => {
    const { id } = await createMember(world)
    await world.undone(async (sql) => {
      const change = (email: string) =>
        tried(sql, `update auth.users set ${column} = $2 where id = $1`, [id, email])
      for (const point of POINTS) {
        const email = `a${character(point)}b${id}@example.test`
        const plain = foreignToEmail(email) === undefined && !/[\s<>]/.test(email) && point !== 0x40
        expect([name(point), await change(email)]).toEqual([name(point), plain ? 'done' : 'invalid_email'])
      }
      expect(await change(`new-${id}@xn--bcher-kva.example`)).toBe('done')
      expect(await change('no address')).toBe('invalid_email')
    })
  },
)
