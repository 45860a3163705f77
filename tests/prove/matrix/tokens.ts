import { createHmac } from 'node:crypto'

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

/** The token with other claims and the signature that it had. */
function altered(token: string, claims: object): string {
  const [head, body, signature] = token.split('.')
  return `${head}.${encode({ ...decode(body), ...claims })}.${signature}`
}

function signed(token: string, claims: object, secret: string): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...decode(token.split('.')[1]), ...claims })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** What can be forged from a member's token without the secret, by name (D11). */
export function forgeries(token: string, adminId: string): Record<string, string> {
  const [, body, signature] = token.split('.')
  const unsigned = { alg: 'none', typ: 'JWT' }
  return {
    'wrong secret': signed(token, { sub: adminId }, 'a secret that is not the one of this project'),
    'alg none': `${encode(unsigned)}.${body}.`,
    'alg none, signed': `${encode(unsigned)}.${body}.${signature}`,
    'claims service_role': altered(token, { role: 'service_role' }),
    'claims another person': altered(token, { sub: adminId }),
    'foreign issuer': signed(token, { iss: 'https://elsewhere.example/auth/v1', sub: adminId }, 'elsewhere'),
  }
}
