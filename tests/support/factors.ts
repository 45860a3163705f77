import { HttpResponse, http } from 'msw'
import { browserStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'
import { loadClient } from '@/lib/supabase'
import { sessionAnswer } from './render.tsx'
import { serveCall, server } from './server.ts'

const factor = (name: string, status = 'verified') => ({
  id: `6f9619ff-8b86-4d01-b42d-${name.padStart(12, '0').replace(/\W/g, '0')}`,
  friendly_name: name,
  factor_type: 'totp',
  status,
  created_at: '2026-10-01T10:00:00Z',
  updated_at: '2026-10-01T10:00:00Z',
})

/** The token with this claim; nothing here verifies it. */
function tokenAt(aal: string, token: string) {
  const [head, payload = '', signature] = token.split('.')
  const claims = btoa(JSON.stringify({ ...JSON.parse(atob(payload)), aal })).replaceAll('=', '')
  return `${head}.${claims}.${signature}`
}

/** A stored session of an account with these authenticators, at this level. */
export function sessionWith(names: string[], aal: 'aal1' | 'aal2' = 'aal1') {
  const answer = sessionAnswer()
  return {
    ...answer,
    access_token: tokenAt(aal, answer.access_token),
    user: { ...answer.user, factors: names.map((name) => factor(name)) },
  }
}

/** Signs in with the password, to an account with these authenticators. */
export async function signInWith(names: string[], aal: 'aal1' | 'aal2' = 'aal1') {
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionWith(names, aal))))
  const { auth } = await loadClient()
  await auth.signInWithPassword({ email: 'tamsin@ferreira.example', password: 'guildhall-demo' })
}

export function storeSessionWith(names: string[], aal: 'aal1' | 'aal2' = 'aal1') {
  browserStorage.setItem(sessionStorageKey, JSON.stringify(sessionWith(names, aal)))
}

export const recoveryCodes = Array.from({ length: 10 }, (_, n) => `ABCD-EFGH-JKLM-NPQ${n}`)

/** Serves the calls of authenticators; '123456' and the first recovery code are right. Records what is asked. */
export function serveFactors(names: string[] = []) {
  const calls: string[] = []
  const factors = names.map((name) => factor(name))
  const refused = { code: 422, error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' }
  server.use(
    http.get('*/auth/v1/user', () => HttpResponse.json({ ...sessionAnswer().user, factors })),
    http.post<never, { friendly_name: string }>('*/auth/v1/factors', async ({ request }) => {
      const { friendly_name } = await request.json()
      calls.push(`add ${friendly_name}`)
      const begun = factor(friendly_name, 'unverified')
      factors.push(begun)
      const totp = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Guildhall:a?secret=JBSWY3DPEHPK3PXP' }
      return HttpResponse.json({ id: begun.id, type: 'totp', friendly_name, totp })
    }),
    http.post('*/auth/v1/factors/:id/challenge', () => HttpResponse.json({ id: 'asked' })),
    http.post<{ id: string }, { code: string }>(
      '*/auth/v1/factors/:id/verify',
      async ({ request, params }) => {
        const { code } = await request.json()
        calls.push(`code ${code} of ${factors.find(({ id }) => id === params.id)?.friendly_name}`)
        if (code !== '123456') return HttpResponse.json(refused, { status: 422 })
        for (const one of factors) if (one.id === params.id) one.status = 'verified'
        return HttpResponse.json(sessionWith([...names], 'aal2'))
      },
    ),
    http.delete<{ id: string }>('*/auth/v1/factors/:id', ({ params }) => {
      const at = factors.findIndex(({ id }) => id === params.id)
      calls.push(`remove ${factors[at]?.friendly_name}`)
      factors.splice(at, 1)
      return HttpResponse.json({ id: params.id })
    }),
    http.post('*/auth/v1/token', () => HttpResponse.json(sessionWith([], 'aal1'))),
  )
  serveCall('create_recovery_codes', () => {
    calls.push('create recovery codes')
    return recoveryCodes.map((code) => ({ code }))
  })
  serveCall<{ p_code: string }>('use_recovery_code', ({ p_code }) => {
    calls.push(`recovery code ${p_code}`)
    if (p_code === recoveryCodes[0]) factors.length = 0
    return p_code === recoveryCodes[0] || null
  })
  return calls
}
