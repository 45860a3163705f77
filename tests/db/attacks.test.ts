import { expect, it } from 'vitest'
import { accounts, ownAccount } from './attacks/accounts.ts'
import { type Group, send } from './attacks/attack.ts'
import { codes, invitations } from './attacks/codes.ts'
import { deliveryFiles, pictures } from './attacks/files.ts'
import { deliveries, functions, orders, replays, writes } from './attacks/members.ts'
import { reading, schemas, tokens } from './attacks/requests.ts'
import { setScene } from './attacks/scene.ts'
import { reconcile } from './support/rows.ts'
import { sharedWorld } from './support/shared-world.ts'

/** The named attacks, by target. */
const GROUPS: Record<string, Group> = {
  'accounts without a code': accounts,
  'own account': ownAccount,
  'members’ writes': writes,
  'replayed orders': replays,
  ...{ deliveries, orders, functions, reading },
  'schemas and functions': schemas,
  'guessing codes': codes,
  invitations,
  ...{ tokens, pictures },
  'delivered files': deliveryFiles,
}

// Of auth.users not what a sign-in or an email that was requested notes there.
const TABLES = [
  ...'profiles token_transactions benefits orders redeem_codes invite_codes app_settings notifications operations notification_preferences'.split(
    ' ',
  ),
  ...'audit_log available_keys benefit_delivery deliveries delivery_keys email_sender outbox reports'
    .split(' ')
    .map((table) => `private.${table}`),
  'storage.buckets',
  '(select id, bucket_id, name, metadata from storage.objects)',
  '(select id, email, role, aud, email_confirmed_at, encrypted_password, is_anonymous from auth.users)',
  'pg_policies',
  `(select oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace))`,
]

const world = sharedWorld()
const scene = await setScene(world)

/** A fingerprint of every table, read past the RLS policies. */
function readState() {
  const prints = TABLES.map(
    (table, at) =>
      `select ${at} as at, md5(string_agg(md5(t::text), '' order by md5(t::text))) as print from ${table} as t`,
  )
  return world.sql<{ at: number; print: string | null }>(`${prints.join(' union all ')} order by 1`)
}

it.each(Object.entries(GROUPS))('refuses attacks on %s, which change nothing', async (_, attacks) => {
  const before = await readState()
  const complaints: string[] = []
  for (const { name, run } of attacks(scene)) {
    // The attacks before would use up the guesses.
    await world.sql('delete from private.attempts')
    const complaint = await run(scene)
    if (complaint) complaints.push(`${name}: ${complaint}`)
  }
  expect(complaints).toEqual([])
  const after = await readState()
  expect(TABLES.filter((_, at) => before[at]?.print !== after[at]?.print)).toEqual([])
  expect(await reconcile(world)).toEqual([])
})

it('an email that somebody else asks for leads to no other site', async () => {
  const evil = 'https://evil.test/'
  const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', referer: evil }
  const path = `/auth/v1/recover?redirect_to=${encodeURIComponent(evil)}`
  await send(scene, { path, headers, body: { email: scene.victim.email } })
  const emails: { to: string }[] = JSON.parse((await send(scene, { path: '/inbox/messages.json' })).body)
  const sent = JSON.stringify(emails.filter(({ to }) => to === scene.victim.email))
  expect(sent).toContain('token')
  expect(sent).not.toContain('evil.test')
})
