import { randomUUID } from 'node:crypto'
import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'

const password = 'a long enough password'
const mail = () => `proof-${randomUUID()}@example.test`
// Embedded auth answers the trigger's refusal with a bare 500, as hosted auth does without the hook (D9).
const REFUSED = '4xx | 500 unexpected_failure | 500'

const signUp = (name: string, body: () => Row, expect = REFUSED): Attack =>
  request(name, () => ({ path: '/auth/v1/signup', body: { email: mail(), password, ...body() } }), expect)
const withData = (name: string, data: unknown): Attack => signUp(`sign-up ${name}`, () => ({ data }))

const post = (name: string, path: string, body: () => Row, expect = REFUSED, as?: 'mallory' | 'admin') =>
  request(name, () => ({ as, path: `/auth/v1/${path}`, body: body() }), expect)

/** D9: whichever way somebody comes, no account exists afterwards that no code was used up for. */
export const accounts: Attack[] = [
  signUp('sign-up without any metadata', () => ({})),
  withData('without a code', { name: 'Nora' }),
  withData('with null for a code', { name: 'Nora', invite_code: null }),
  withData('with an empty code', { name: 'Nora', invite_code: '' }),
  withData('with an unknown code', { name: 'Nora', invite_code: 'NO-SUCH-CODE' }),
  withData('with true for a code', { name: 'Nora', invite_code: true }),
  withData('with SQL for a code', { name: 'Nora', invite_code: `' or true --` }),
  withData('with a wildcard for a code', { name: 'Nora', invite_code: '%' }),
  withData('with text for metadata', 'invite_code'),
  request(
    'sign-up with a list of codes, a real one among them',
    ({ codes }) => ({
      path: '/auth/v1/signup',
      body: { email: mail(), password, data: { name: 'Nora', invite_code: ['GUESS', codes.invite] } },
    }),
    REFUSED,
  ),
  request(
    'sign-up with the real code beside the metadata',
    ({ codes }) => ({
      path: `/auth/v1/signup?invite_code=${codes.invite}`,
      body: {
        email: mail(),
        password,
        invite_code: codes.invite,
        user_metadata: { invite_code: codes.invite },
      },
    }),
    REFUSED,
  ),
  request(
    'sign-up with a code that is used already',
    ({ fixture }) => ({
      path: '/auth/v1/signup',
      body: { email: mail(), password, data: { name: 'Nora', invite_code: `${fixture.admin.id}` } },
    }),
    REFUSED,
  ),
  request(
    'anonymous sign-in with a real code',
    ({ codes }) => ({ path: '/auth/v1/signup', body: { data: { name: 'Nora', invite_code: codes.invite } } }),
    '4xx',
  ),
  post('anonymous sign-in', 'signup', () => ({}), '4xx'),
  request(
    'sign-up by phone with a real code',
    ({ codes }) => ({
      path: '/auth/v1/signup',
      body: { phone: '+15555550123', password, data: { name: 'Nora', invite_code: codes.invite } },
    }),
    '4xx',
  ),
  request(
    'sign-up by phone beside an empty email',
    ({ codes }) => ({
      path: '/auth/v1/signup',
      body: { email: '', phone: '+15555550123', password, data: { invite_code: codes.invite } },
    }),
    '4xx',
  ),
  request(
    'sign-up with a real code and a line feed in the email',
    ({ codes }) => ({
      path: '/auth/v1/signup',
      body: { email: `${mail()}\r\nBcc: x@y.z`, password, data: { name: 'Nora', invite_code: codes.invite } },
    }),
    '4xx',
  ),
  request(
    'sign-up with a real code and markup for an email',
    ({ codes }) => ({
      path: '/auth/v1/signup',
      body: { email: '<script>@example.test', password, data: { name: 'Nora', invite_code: codes.invite } },
    }),
    REFUSED,
  ),
  ...['a\u00add', '\u0430d', 'a\u200bd', 'a\ufe0fd', 'a\u3164d'].map((start) =>
    request(
      `sign-up with a real code and an email that looks like another: ${JSON.stringify(start)}`,
      ({ codes }) => ({
        path: '/auth/v1/signup',
        body: {
          email: `${start}${mail()}`,
          password,
          data: { name: 'Nora', phone: '1', invite_code: codes.invite },
        },
      }),
      REFUSED,
    ),
  ),
  ...['\u200b', '\u3164', 'Nora\u202e', '\u0301', 'No\u00adra'].map((name) =>
    request(
      `sign-up with a real code and the name ${JSON.stringify(name)}`,
      ({ codes }) => ({
        path: '/auth/v1/signup',
        body: { email: mail(), password, data: { name, phone: '1', invite_code: codes.invite } },
      }),
      REFUSED,
    ),
  ),
  request(
    'sign-up with a real code and two megabytes of name',
    ({ codes }) => ({
      path: '/auth/v1/signup',
      body: { email: mail(), password, data: { name: 'N'.repeat(2e6), invite_code: codes.invite } },
    }),
    REFUSED,
  ),
  request(
    'sign-up with a real code and a NUL in the name',
    ({ codes }) => ({
      path: '/auth/v1/signup',
      body: { email: mail(), password, data: { name: 'N\u0000', invite_code: codes.invite } },
    }),
    REFUSED,
  ),
  request(
    'sign-up with the email of a member, to set another password',
    ({ victim, codes }) => ({
      path: '/auth/v1/signup',
      body: {
        email: victim.email,
        password: 'mine from now on',
        data: { name: 'M', invite_code: codes.invite },
      },
    }),
    // D16: the same answer as to a newcomer.
    '2xx | 4xx',
  ),
  post('one-time password for a new email', 'otp', () => ({ email: mail(), create_user: true })),
  post('one-time password with an unknown code', 'otp', () => ({
    email: mail(),
    data: { name: 'Nora', invite_code: 'NO-SUCH-CODE' },
  })),
  post('one-time password by phone', 'otp', () => ({ phone: '+15555550123', create_user: true })),
  post('magic link for a new email', 'magiclink', () => ({ email: mail() })),
  post('recovery for a new email', 'recover', () => ({ email: mail() }), '200 | 4xx'),
  post('a second mail for a new email', 'resend', () => ({ type: 'signup', email: mail() }), '200 | 4xx'),
  post(
    'identity token',
    'token?grant_type=id_token',
    () => ({ provider: 'google', id_token: 'a.b.c' }),
    '4xx',
  ),
  post('wallet', 'token?grant_type=web3', () => ({ chain: 'solana', message: 'm', signature: 's' }), '4xx'),
  post(
    'code of another sign-in',
    'token?grant_type=pkce',
    () => ({ auth_code: 'x', code_verifier: 'y' }),
    '4xx',
  ),
  post('credentials of a client', 'token?grant_type=client_credentials', () => ({}), '4xx'),
  request('another provider', { path: '/auth/v1/authorize?provider=google' }, '4xx'),
  post('single sign-on', 'sso', () => ({ domain: 'example.test' }), '4xx'),
  post('invitation by a visitor', 'invite', () => ({ email: mail() }), '4xx'),
  post('invitation by an admin of the product', 'invite', () => ({ email: mail() }), '4xx', 'admin'),
  post('account made by a visitor', 'admin/users', () => ({ email: mail(), password }), '4xx'),
  post('account made by a member', 'admin/users', () => ({ email: mail(), password }), '4xx', 'mallory'),
  post(
    'account made by an admin of the product',
    'admin/users',
    () => ({ email: mail(), password }),
    '4xx',
    'admin',
  ),
  post(
    'link made by a member',
    'admin/generate_link',
    () => ({ type: 'signup', email: mail() }),
    '4xx',
    'mallory',
  ),
  post('confirmation by an empty token', 'verify', () => ({ type: 'signup', token_hash: '' }), '4xx'),
  post('recovery by a null token', 'verify', () => ({ type: 'recovery', token_hash: null }), '4xx'),
  post('recovery by a wildcard', 'verify', () => ({ type: 'recovery', token_hash: '%' }), '4xx'),
]
