import { HttpResponse, http, type JsonBodyType } from 'msw'
import { useNavigate } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import type { PublicSettings } from '@/entities/settings/public'
import { AuthPage } from '@/features/auth/page'
import { specifiedPrices } from '@/lib/prices'
import { profile } from './builders.ts'
import { renderPage, sessionAnswer } from './render.tsx'
import { serveCall, server } from './server.ts'

let held: Promise<void> | undefined

/** Delays the responses below until the returned function is called, so that a test sees the pending state. */
export function holdResponses(): () => void {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  onTestFinished(() => {
    release()
    held = undefined
  })
  return release
}

type Call = { body: Record<string, unknown>; redirectTo: string | null }

/** Responds to POST /auth/v1/<action>; records the requests. */
export function respondToAuth(action: string, response: JsonBodyType, status = 200) {
  const calls: Call[] = []
  server.use(
    http.post(`*/auth/v1/${action}`, async ({ request }) => {
      const body = (await request.json()) as Call['body']
      calls.push({ body, redirectTo: new URL(request.url).searchParams.get('redirect_to') })
      await held
      return HttpResponse.json(response, { status })
    }),
  )
  return calls
}

/** Refuses it as auth does: a code, and a message for users. */
export function refuseAuth(action: string, code: string | undefined, msg: string, status = 400) {
  return respondToAuth(action, { code: status, ...(code ? { error_code: code } : {}), msg }, status)
}

/** Fails every request to `path`; auth-js also logs it. */
export function failNetwork(path: string) {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => quiet.mockRestore())
  server.use(http.all(`*/${path}`, () => HttpResponse.error()))
}

/** Responds to a function of the database; records what it is called with. */
export function respondToCall(name: string, response: JsonBodyType, status = 200) {
  return serveCall<Record<string, unknown>>(name, async () => {
    await held
    return HttpResponse.json(response, { status })
  })
}

/** Responds to validate_invite_code; records the codes. Nobody is named as the inviter. */
export function respondToInvite(response: JsonBodyType, status = 200) {
  const codes: unknown[] = []
  respondToCall('open_invitation', [{ ok: true, inviter: null, email: null, bound: null }])
  serveCall<{ code_to_check: unknown }>('validate_invite_code', async ({ code_to_check }) => {
    codes.push(code_to_check)
    await held
    return HttpResponse.json(response, { status })
  })
  return codes
}

type PasswordChange = { refusal?: { error_code: string; msg: string }; logout?: number }

/** Serves the change of a password, accepted without a `refusal`, and the end of sessions; records both. */
export function servePasswordChange({ refusal, logout = 204 }: PasswordChange = {}) {
  const calls: string[] = []
  server.use(
    http.put<never, { password: string }>('*/auth/v1/user', async ({ request }) => {
      calls.push(`set ${(await request.json()).password}`)
      await held
      if (!refusal) return HttpResponse.json(sessionAnswer().user)
      return HttpResponse.json({ code: 422, ...refusal }, { status: 422 })
    }),
    http.post('*/auth/v1/logout', ({ request }) => {
      calls.push(`end ${new URL(request.url).searchParams.get('scope')}`)
      return new HttpResponse(null, { status: logout })
    }),
  )
  return calls
}

/** Serves the profile with this role. */
export function serveRole(role: 'user' | 'admin') {
  server.use(
    http.get('*/rest/v1/profiles', async () => {
      await held
      return HttpResponse.json(profile({ role }))
    }),
  )
}

/** Serves what visitors see of the settings, with this many places left. */
export function servePublicSettings(launch_places_left: number, settings: Partial<PublicSettings> = {}) {
  const row = { ...specifiedPrices, contact_address: null, launch_places_left, ...settings }
  serveCall('public_settings', () => [row])
}

/** Opens /auth with 44 places left, and with a button for the browser's Back. */
export function openAuth(route = '/auth') {
  serveRole('user')
  servePublicSettings(44)
  const page = (
    <>
      <Back />
      <AuthPage />
    </>
  )
  return renderPage(page, { path: '/auth', route })
}

function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      browser back
    </button>
  )
}
