import type { Operation } from './operation.ts'
import { emailOf } from './stage.ts'
import { BONUS, CODE_TOKENS, type Code, isAdmin, type Name, post, type State } from './state.ts'

type Made = 'a' | 'b'

/** A code that is there, or one that is only being made (D1). */
const redeem = (by: Name, made?: Made): Operation => ({
  name: `${by} redeems ${made ?? 'the code'}`,
  on: [by, made ? 'made' : 'code'],
  call: ({ codes }) => ({
    by,
    rpc: 'redeem_code',
    args: { p_code: ` ${codes[made ?? 'code'].toLowerCase()} ` },
  }),
  apply: (state) => {
    const code: Code | undefined = made ? state.made[made] : state.code
    if (!state.people[by]) return 'not_signed_in'
    if (!code || code.used) return 'miss'
    Object.assign(code, { used: true, by })
    post(state, by, CODE_TOKENS, `redemption Redeemed code ${made ?? 'code'}`)
    return 'done'
  },
})

/** Codes made by one statement: all, or none if one of them is there. */
const make = (by: Name, ...made: Made[]): Operation => ({
  name: `${by} makes ${made.join(' and ')}`,
  on: ['made'],
  by,
  call: (stage) => ({
    by,
    insert: 'redeem_codes',
    rows: made.map((key) => ({
      code: stage.codes[key],
      token_value: CODE_TOKENS,
      batch_id: stage.ids.batch,
    })),
  }),
  apply: (state) => {
    if (!isAdmin(state, by)) return '42501'
    if (made.some((key) => state.made[key])) return '23505'
    for (const key of made) state.made[key] = { used: false, by: null, maker: by }
    return 'done'
  },
})

/** An account is made and the invite consumed, or neither (D9). */
const signUp = (name: Name): Operation => ({
  name: `${name} signs up`,
  on: ['invite', name],
  call: (stage) => {
    const email = emailOf(name, stage)
    const data = { name, phone: '', invite_code: stage.codes.invite }
    return {
      by: 'auth',
      signUp: { email, data },
      sql: `insert into auth.users (id, aud, role, email, raw_user_meta_data) values
        (gen_random_uuid(), 'authenticated', 'authenticated', '${email}', '${JSON.stringify(data)}')`,
    }
  },
  apply: (state) => {
    // Auth answers for a known e-mail as for a new one (D16), and may have seen the invite used before it saw the account.
    if (state.people[name]) return ['23505', 'done', 'invalid_invite_code']
    if (state.invite.used) return 'invalid_invite_code'
    state.people[name] = { role: 'user', name, email: name, tokens: 0 }
    state.logins = [...state.logins, name].sort()
    Object.assign(state.invite, { used: true, by: name })
    post(state, name, BONUS, 'signup_bonus Signup bonus')
    return 'done'
  },
})

const ping: Operation = {
  name: 'a visitor asks for the invite',
  on: ['invite'],
  call: ({ codes }) => ({
    by: 'visitor',
    rpc: 'validate_invite_code',
    args: { code_to_check: codes.invite },
  }),
  apply: (state: State) => (state.invite.used ? 'miss' : 'done'),
}

export const codes: Operation[] = [
  redeem('mia'),
  redeem('noa'),
  make('ada', 'a'),
  make('ada', 'a', 'b'),
  make('bea', 'b', 'a'),
  redeem('noa', 'a'),
  signUp('sam'),
  signUp('tom'),
  ping,
]
