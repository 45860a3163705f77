import { expect, it } from 'vitest'
import { codeSchema, newCode } from '@/entities/codes/schemas'
import { deliverySchema } from '@/entities/orders/schemas'
import { profileSchema } from '@/entities/profiles/schemas'
import { hasVisible, hiddenCharacter, latinDigits, trimText } from '@/lib/text'
import { createMember } from './support/people'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()
const ignorable = /\p{Default_Ignorable_Code_Point}/u
const isSurrogate = (point: number) => (point & 0xfff800) === 0xd800

/** The ends of every range of code points with a Unicode property, and their outer neighbours, without surrogates. */
function edgesOf(property: RegExp): number[] {
  const edges = new Set<number>()
  let before = false
  for (let point = 1; point <= 0x10ffff; point++) {
    const has = !isSurrogate(point) && property.test(String.fromCodePoint(point))
    if (has !== before) for (const edge of [point - 1, point]) edges.add(edge)
    before = has
  }
  return [...edges].filter((point) => point > 0 && !isSurrogate(point))
}

/** The edges of every Unicode property that a rule uses, and single code points that once differed. */
const POINTS = [
  ...new Set([
    ...edgesOf(ignorable),
    ...edgesOf(/\p{Bidi_Control}|\p{Cc}|\p{Z}|\s/u),
    ...[0x20, 0x41, 0x430, 0x2800, 0xad, 0x180e, 0x3164, 0xffa0, 0xfe0f, 0xfff9, 0xe0041, 0xe0100, 0x1f600],
  ]),
]
const character = (point: number) => String.fromCodePoint(point)
const name = (text: string) =>
  [...text].map((one) => (/[ -~]/.test(one) ? one : `U+${one.codePointAt(0)?.toString(16)}`)).join('')

/** The value of an SQL expression of `$1` for each text. */
async function evaluate<T>(expression: string, texts: string[]): Promise<T[]> {
  const rows = await world.sql<{ value: T }>(
    `select ${expression.replaceAll('$1', 'text')} as value from unnest($1::text[]) with ordinality as t (text, n) order by n`,
    [texts],
  )
  return rows.map(({ value }) => value)
}

/** The outcome of a statement with each text as `$1`, and with `id` as `$2`: 'done' or an error; nothing is kept. */
async function attemptAll(sql: Query, statement: string, texts: string[], id = ''): Promise<string[]> {
  await sql(`create function pg_temp.attempt(p_statement text, p_text text, p_id text) returns text language plpgsql as $$
    begin
      execute p_statement using p_text, p_id;
      raise exception using errcode = 'ZZDNE';
    exception
      when sqlstate 'ZZDNE' then return 'done';
      when others then return case when sqlstate like 'PT%' then sqlerrm else sqlstate end;
    end $$`)
  const rows = await sql<{ outcome: string }>(
    'select pg_temp.attempt($1, text, $2) as outcome from unnest($3::text[]) with ordinality as t (text, n) order by n',
    [statement, id, texts],
  )
  return rows.map(({ outcome }) => outcome)
}

it('reads the digits of every script as the browser does (D59)', async () => {
  const digits = Array.from({ length: 0x20000 }, (_, point) => point)
    .filter((point) => !isSurrogate(point))
    .map(character)
    .filter((one) => /\p{Nd}/u.test(one))
  expect(digits.length).toBeGreaterThan(600)
  const known = await evaluate<boolean>(`$1 ~ '[[:digit:]]' collate "und-x-icu"`, digits)
  const shared = digits.filter((_, n) => known[n])
  expect(await evaluate('private.latin_digits($1)', shared)).toEqual(shared.map(latinDigits))
  expect(shared.map(latinDigits).join('')).toBe('0123456789'.repeat(shared.length / 10))
  expect(latinDigits('٠٢٠ ７９４６-۰۳۱۸ 𝟙𝟘')).toBe('020 7946-0318 10')
})

it('classifies code points as hidden or visible as the browser does', async () => {
  // Every one of the first plane's scripts, and elsewhere the edges of each property.
  const points = [...new Set([...Array.from({ length: 0x3100 }, (_, at) => at + 1), ...POINTS])]
  const rows = await world.sql<{ point: number; hidden: boolean; visible: boolean }>(
    `select point, private.has_hidden(chr(point)) as hidden, private.has_visible(chr(point)) as visible
     from unnest($1::int[]) as point`,
    [points],
  )
  const different = rows.filter(
    ({ point, hidden, visible }) =>
      hidden !== (hiddenCharacter(character(point)) !== undefined) ||
      // A browser may know letters that are newer than the database; never the other way round.
      (visible && !hasVisible(character(point))),
  )
  expect(different.map(({ point }) => name(character(point)))).toEqual([])
  const ignored = rows.filter(({ point }) => ignorable.test(character(point)))
  expect(ignored.length).toBeGreaterThan(30)
  expect(ignored.every(({ hidden }) => hidden)).toBe(true)
})

it('agrees with the browser on what is visible', async () => {
  const texts = [...'A7éŁЖΩאبक九한กა𐐀٣', '_', '-', '!', '🎉', '\u0301', '\u2800', '\u3000']
  expect(await evaluate('private.has_visible($1)', texts)).toEqual(texts.map(hasVisible))
})

it('trims what the forms trim', async () => {
  const texts = POINTS.map(character).map((one) => `${one}A${one}B${one}`)
  expect(await evaluate('private.trim_text($1)', texts)).toEqual(texts.map(trimText))
})

const orderTo = (email: string) => `
  insert into orders (user_id, benefit_id, redemption_email, benefit_token_value)
  select auth.uid(), b.id, ${email}, b.token_value from benefits as b where b.name = 'Rules'`

/** The outcomes of a statement as an admin with tokens for it. */
async function attemptAsAdmin(statement: string, texts: string[]): Promise<string[]> {
  const admin = await createMember(world, { role: 'admin', tokens: 10_000 })
  let outcomes: string[] = []
  await world.undone(async (sql) => {
    await sql(`insert into benefits (name, description, token_value) values ('Rules', 'x', 1)`)
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: admin.id })])
    await sql('set local role authenticated')
    outcomes = await attemptAll(sql, statement, texts)
  })
  return outcomes
}

/** Whether a form accepts a text, the statement that stores it, and the error of one that is refused. */
const FIELDS: [field: string, accepts: (text: string) => boolean, statement: string, error: string][] = [
  [
    'name',
    (text) => profileSchema.safeParse({ name: text, phone: '' }).success,
    'update profiles set name = $1 where id = auth.uid()',
    'invalid_profile',
  ],
  [
    'phone',
    (text) => profileSchema.safeParse({ name: 'Mia', phone: text }).success,
    'update profiles set phone = $1 where id = auth.uid()',
    'invalid_profile',
  ],
  [
    'token code',
    (text) => codeSchema('one').safeParse({ ...newCode, code: text }).success,
    'insert into redeem_codes (code, token_value) values ($1, 5)',
    '23514',
  ],
  [
    'invite code',
    (text) => codeSchema('one').safeParse({ ...newCode, code: text }).success,
    'insert into invite_codes (code) values ($1)',
    '23514',
  ],
  [
    'delivery email',
    (text) => deliverySchema.safeParse({ email: `${text}@example.test` }).success,
    orderTo(`$1 || '@example.test'`),
    'invalid_redemption_email',
  ],
]

it.each(FIELDS)(
  'form and database accept the same characters in a %s',
  async (_, accepts, statement, error) => {
    const texts = POINTS.map(character).flatMap((one) => [one, `A${one}B`, `AB${one}`])
    const named = (outcomes: string[]) => outcomes.map((outcome, at) => [name(texts[at] ?? ''), outcome])
    const expected = texts.map((text) => (accepts(text) ? 'done' : error))
    expect(named(await attemptAsAdmin(statement, texts))).toEqual(named(expected))
    expect(expected.filter((outcome) => outcome === 'done').length).toBeGreaterThan(5)
    expect(expected.filter((outcome) => outcome === error).length).toBeGreaterThan(50)
  },
)

it('form and database take the joiners of a script for a part of a name (D59), and refuse encoded words', async () => {
  const names = {
    done: ['می\u200cنا', 'क्\u200dष', 'ක්\u200dෂ', 'a =? b', 'Who?='],
    invalid_profile: [
      ...[
        'A\u200cB',
        'Ad\u200dmin',
        '\u200cنا',
        'نا\u200d',
        'نا\u200c\u200cنا',
        'نا\u061c\u200cنا',
        'Eve\u202egnp',
      ],
      ...['=?utf-8?B?eA==?=', 'Eve =?utf-8?q?x?= and more', '=??='],
    ],
  }
  for (const [outcome, texts] of Object.entries(names)) {
    const accepted = texts.map((text) => profileSchema.safeParse({ name: text, phone: '' }).success)
    expect(accepted).toEqual(texts.map(() => outcome === 'done'))
    const stored = await attemptAsAdmin('update profiles set name = $1 where id = auth.uid()', texts)
    expect(stored).toEqual(texts.map(() => outcome))
  }
})

it('form and database agree on delivery emails', async () => {
  const emails = ['a@b.example', `${'a'.repeat(244)}@b.example`, `${'a'.repeat(245)}@b.example`]
  emails.push('somebody', 'some body@b.example', '<a@b.example>', '@b.example', 'a@')
  const outcomes = emails.map((_, at) => (at < 2 ? 'done' : 'invalid_redemption_email'))
  const accepted = emails.map((email) => deliverySchema.safeParse({ email }).success)
  expect(accepted).toEqual(outcomes.map((outcome) => outcome === 'done'))
  expect(await attemptAsAdmin(orderTo('$1'), emails)).toEqual(outcomes)
})
