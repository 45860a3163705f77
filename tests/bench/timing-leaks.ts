import { startBackend } from '../../supabase/local/backend.ts'
import { connect, makeMember, signUp, sql } from '../backend/support/backend.ts'

const ROUNDS = 20
/** A machine delays some requests; a difference in the code delays all of them. */
const MAX_RATIO = 1.6

type Call = (name: string) => PromiseLike<unknown>

/** The fastest call of each name in milliseconds, in turns. */
async function fastest(names: string[], call: Call, before: () => Promise<unknown>): Promise<number[]> {
  const times = names.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, name] of names.entries()) {
      await before()
      const began = performance.now()
      await call(name)
      times[at] = Math.min(times[at] ?? 0, performance.now() - began)
    }
  return times
}

const CODES = `
  insert into invite_codes (code, uses, used_at, expires_at, revoked_at, revoked_by, revoked_reason) values
    ('USED', 1, now(), null, null, null, null),
    ('EXPIRED', 0, null, now(), null, null, null),
    ('REVOKED', 0, null, null, now(), gen_random_uuid(), 'Lost')`

/** A refused sign-in and a request for an invitation take the same time for every address, a check for every code (D10, D44). */
export async function benchTimingLeaks(): Promise<string[]> {
  const backend = await startBackend({ ephemeral: true, empty: true, rateLimits: false })
  try {
    await makeMember(backend, 'known@example.test')
    await signUp(backend, 'unconfirmed@example.test')
    const visitor = connect(backend)
    const ask: Call = (name) => visitor.rpc('request_invitation', { p_email: `${name}@example.test` })
    await ask('waiting')
    const signIn: Call = (name) =>
      visitor.auth.signInWithPassword({ email: `${name}@example.test`, password: 'a wrong password' })
    await sql(backend, CODES)
    const check: Call = (name) =>
      visitor.rpc('validate_invite_code', { code_to_check: name.toUpperCase() }).throwOnError()
    const resetAttempts = () => sql(backend, 'delete from private.attempts where true')
    const cases: [string, string[], Call][] = [
      ['signing in', ['known', 'unconfirmed', 'unknown'], signIn],
      ['asking for an invitation', ['known', 'waiting', 'unknown'], ask],
      ['checking a code', ['unknown', 'used', 'expired', 'revoked'], check],
    ]
    const faults: string[] = []
    for (const [what, names, call] of cases) {
      const times = await fastest(names, call, resetAttempts)
      const found = names.map((name, at) => `${name} ${times[at]?.toFixed(1)} ms`).join(', ')
      console.log(`${what}: ${found}`)
      if (Math.max(...times) > MAX_RATIO * Math.min(...times))
        faults.push(`${what} takes longer for some: ${found}`)
    }
    return faults
  } finally {
    await backend.stop()
  }
}
