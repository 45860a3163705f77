import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { useNavigate } from 'react-router-dom'
import { expect, onTestFinished, vi } from 'vitest'
import { AuthPage } from '@/features/auth/page'
import { profile } from './builders.ts'
import { renderPage } from './render.tsx'
import { server } from './server.ts'

let held: Promise<void> | undefined

/** From now on the answers below wait until the function that comes back is called: time to see what is shown meanwhile. */
export function holdAnswers(): () => void {
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

/** What an answer of a test's own waits for, so that `holdAnswers` holds it as well. */
export const untilReleased = () => held

type Call = { body: Record<string, unknown>; redirectTo: string | null }

/** Answers POST /auth/v1/<action>; keeps what was sent. */
export function authAnswers(action: string, answer: JsonBodyType, status = 200) {
  const calls: Call[] = []
  server.use(
    http.post(`*/auth/v1/${action}`, async ({ request }) => {
      const body = (await request.json()) as Call['body']
      calls.push({ body, redirectTo: new URL(request.url).searchParams.get('redirect_to') })
      await held
      return HttpResponse.json(answer, { status })
    }),
  )
  return calls
}

/** Refuses it as auth does: a code, and a message for people. */
export function authRefuses(action: string, code: string | undefined, msg: string, status = 400) {
  return authAnswers(action, { code: status, ...(code ? { error_code: code } : {}), msg }, status)
}

/** No server answers at `path`; auth's client says so on the console as well. */
export function serverIsGone(path: string) {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => quiet.mockRestore())
  server.use(http.all(`*/${path}`, () => HttpResponse.error()))
}

/** Answers validate_invite_code; keeps the codes that were asked for. */
export function inviteAnswers(answer: JsonBodyType, status = 200) {
  const asked: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/validate_invite_code', async ({ request }) => {
      const body = (await request.json()) as { code_to_check: unknown }
      asked.push(body.code_to_check)
      await held
      return HttpResponse.json(answer, { status })
    }),
  )
  return asked
}

/** The role of whoever signs in. */
export function roleAnswers(role: 'user' | 'admin') {
  server.use(
    http.get('*/rest/v1/profiles', async () => {
      await held
      return HttpResponse.json(profile({ role }))
    }),
  )
}

/** How many launch places are left. */
export function placesAnswer(left: number) {
  server.use(http.post('*/rest/v1/rpc/launch_spots_left', () => HttpResponse.json(left)))
}

/** /auth at one of its addresses for a member of 44 free places, with a Back button that stands for the browser's. */
export function openAuth(route = '/auth') {
  roleAnswers('user')
  placesAnswer(44)
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

/** The toast with this title says this sentence. */
export async function expectToast(title: string, sentence: string) {
  await waitFor(() => {
    const toasts = within(screen.getByRole('region', { name: /Notifications/ }))
    const slips = toasts.getAllByText(title).map((one) => one.parentElement?.textContent)
    expect(slips).toContain(title + sentence)
  })
}
