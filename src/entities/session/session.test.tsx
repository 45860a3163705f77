import { screen, waitFor } from '@testing-library/react'
import { failNetwork } from '@tests/support/auth-api'
import { memberId } from '@tests/support/builders'
import { sessionWith } from '@tests/support/factors'
import { goOffline } from '@tests/support/offline'
import { renderPage, sessionAnswer, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { sessionStorageKey } from '@/lib/storage-keys'
import { loadClient, supabase } from '@/lib/supabase'
import { finishedFactors } from './assurance'
import { captureEmailLink, clearEmailLink, emailLink } from './email-link'
import { beginRecovery, currentSession, useSession, useSignOut } from './session'

describe('the session', () => {
  function SignOut() {
    const { status } = useSession()
    const signOut = useSignOut()
    return (
      <button type="button" onClick={() => signOut.mutate()}>
        {status}
      </button>
    )
  }

  async function signOut(prepare = () => {}) {
    await signInAs()
    prepare()
    const { user } = renderPage(<SignOut />)
    await user.click(screen.getByRole('button', { name: 'signed-in' }))
  }

  function serveLogout(status: number, body: object = {}) {
    const scopes: (string | null)[] = []
    server.use(
      http.post('*/auth/v1/logout', ({ request }) => {
        scopes.push(new URL(request.url).searchParams.get('scope'))
        return HttpResponse.json(body, { status })
      }),
    )
    return scopes
  }

  /** Posts a message of auth-js in another tab; resolves when a tab that listens since has received it. */
  async function postFromAnotherTab(event: string, session: unknown) {
    const [tab, witness] = [new BroadcastChannel(sessionStorageKey), new BroadcastChannel(sessionStorageKey)]
    const received = new Promise((resolve) => witness.addEventListener('message', resolve, { once: true }))
    tab.postMessage({ event, session })
    await received
    for (const channel of [tab, witness]) channel.close()
  }

  const odile = () => sessionAnswer('odile@brandt.example', 'person-2')

  it.each<[string, (() => void)?, string[]?]>([
    ['of this session only', undefined, ['local']],
    ['offline, without asking the server', () => void goOffline(), []],
    ['without a server', () => failNetwork('auth/v1/logout')],
    ['with a failing server', () => void serveLogout(503)],
  ])('signs out %s (D18)', async (_case, arrange, asked) => {
    const scopes = serveLogout(200)
    await signOut(arrange)
    await waitFor(() => expect(currentSession()).toEqual({ status: 'signed-out', signedOutHere: true }))
    expect(screen.getByRole('button', { name: 'signed-out' })).toBeVisible()
    expect(localStorage.getItem(sessionStorageKey)).toBeNull()
    if (asked) expect(scopes).toEqual(asked)
  })

  it('shows Sign Out Error when the server refuses', async () => {
    serveLogout(429, { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' })
    await signOut()
    await seeToast('Sign Out Error', 'Request rate limit reached')
    expect(currentSession()).toMatchObject({ status: 'signed-in', user: { id: memberId } })
  })

  const limit = { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }
  const store = (session: object) => localStorage.setItem(sessionStorageKey, JSON.stringify(session))

  /** Signed in with an expired token; auth answers each refresh by the next of `answers`. */
  async function expire(answers: (() => Response)[]) {
    await signInAs()
    store({ ...sessionAnswer(), refresh_token: 'old', expires_at: 1 })
    server.use(http.post('*/auth/v1/token', () => answers.shift()?.()))
    const { auth } = await loadClient()
    return auth.getSession().then(
      ({ data }) => data.session?.refresh_token,
      ({ code }) => code,
    )
  }

  it('keeps a session whose refresh meets the rate limit of its address, and refreshes it (D50)', async () => {
    const answers = [
      () => HttpResponse.json(limit, { status: 429 }),
      () => HttpResponse.json(sessionAnswer()),
    ]
    expect(await expire(answers)).toBe('refresh')
    expect(currentSession().status).toBe('signed-in')
  })

  it('keeps what another tab stored while a refresh met the rate limit (D50)', async () => {
    const used = { error_code: 'refresh_token_already_used', msg: 'Already Used' }
    const refreshElsewhere = () => {
      store({ ...sessionAnswer(), refresh_token: 'of the other tab' })
      return HttpResponse.json(limit, { status: 429 })
    }
    await expire([refreshElsewhere, () => HttpResponse.json(used, { status: 400 })])
    expect(currentSession().status).toBe('signed-in')
    const { auth } = await loadClient()
    expect((await auth.getSession()).data.session?.refresh_token).toBe('of the other tab')
  })

  /** Reads once, with what the table and auth answer; returns the tokens sent and how often auth was asked for one. */
  async function read(refuse: () => boolean) {
    const sent: (string | null)[] = []
    let refreshes = 0
    server.use(
      http.get('*/rest/v1/profiles', ({ request }) => {
        sent.push(request.headers.get('authorization'))
        const refused = { code: 'PGRST303', message: 'JWT expired' }
        return refuse() ? HttpResponse.json(refused, { status: 401 }) : HttpResponse.json([])
      }),
      http.post('*/auth/v1/token', () => {
        refreshes += 1
        return HttpResponse.json(next)
      }),
    )
    await supabase.from('profiles').select('id').throwOnError()
    return { sent, refreshes }
  }
  const first = sessionAnswer()
  const next = { ...first, access_token: `${first.access_token}Mg` }

  it('refreshes an expired token before it reads', async () => {
    await signInAs()
    store({ ...first, expires_at: 1 })
    expect(await read(() => false)).toEqual({ sent: [`Bearer ${next.access_token}`], refreshes: 1 })
  })

  it('reads again with the token that another tab stored, and refreshes none', async () => {
    await signInAs()
    store(first)
    let refusals = 0
    const refuseOnce = () => {
      store(next)
      return refusals++ === 0
    }
    const sent = [first, next].map(({ access_token }) => `Bearer ${access_token}`)
    expect(await read(refuseOnce)).toEqual({ sent, refreshes: 0 })
  })

  it('ends a session that auth no longer knows', async () => {
    const lost = { error_code: 'refresh_token_not_found', msg: 'Refresh Token Not Found' }
    expect(await expire([() => HttpResponse.json(lost, { status: 400 })])).toBe('refresh_token_not_found')
    expect(currentSession().status).toBe('signed-out')
  })

  it('follows another tab out and in (D18)', async () => {
    await signInAs()
    await postFromAnotherTab('SIGNED_OUT', null)
    await waitFor(() => expect(currentSession()).toEqual({ status: 'signed-out', signedOutHere: false }))
    await postFromAnotherTab('SIGNED_IN', odile())
    const user = { id: 'person-2', email: 'odile@brandt.example' }
    const signedIn = { status: 'signed-in', user, recovering: false, needsSecondFactor: false }
    await waitFor(() => expect(currentSession()).toEqual(signedIn))
  })

  it('keeps a recovery to the tab that opened its link, and to its user', async () => {
    await signInAs()
    await postFromAnotherTab('PASSWORD_RECOVERY', sessionAnswer())
    expect(currentSession()).toMatchObject({ recovering: false })
    beginRecovery()
    expect(currentSession()).toMatchObject({ recovering: true })
    await postFromAnotherTab('SIGNED_IN', odile())
    const other = { user: { id: 'person-2' }, recovering: false }
    await waitFor(() => expect(currentSession()).toMatchObject(other))
  })

  it('asks for the code as soon as a request is refused for a factor that was added elsewhere (D54)', async () => {
    let refreshes = 0
    await signInAs()
    server.use(
      http.get('*/rest/v1/profiles', () =>
        HttpResponse.json({ code: 'PT403', message: 'second_factor_required' }, { status: 403 }),
      ),
      http.post('*/auth/v1/token', () => HttpResponse.json(refreshes++ < 5 && sessionWith(['Telephone']))),
    )
    const read = () => supabase.from('profiles').select('id')
    const answers = await Promise.all([read(), read()])
    expect(answers.map(({ error }) => error?.message)).toEqual([
      'second_factor_required',
      'second_factor_required',
    ])
    expect(currentSession()).toMatchObject({ status: 'signed-in', needsSecondFactor: true })
    await read()
    expect(refreshes).toBe(1)
  })
})

describe('a link in an email', () => {
  const { access_token } = sessionAnswer('tamsin@ferreira.example', 'person-1')
  const session = `access_token=${access_token}&refresh_token=r1&expires_in=3600&token_type=bearer`

  function openUrl(url: string) {
    window.history.replaceState(null, '', url)
    captureEmailLink()
    return emailLink(new URLSearchParams(window.location.search))
  }

  afterEach(() => {
    clearEmailLink()
    window.history.replaceState(null, '', '/')
  })

  const callback = '/auth/callback'
  const account = { id: 'person-1', email: 'tamsin@ferreira.example' }
  const opened = { kind: 'session', refreshToken: 'r1', account, recovery: false }
  const expired = { kind: 'error', code: 'otp_expired', message: 'Email link is invalid', recovery: false }
  const error = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid'

  it.each<[string, object, string?]>([
    [`/#${session}&type=email_change`, opened],
    [`/dashboard#${session}&type=signup`, opened],
    [`${callback}#${session}&type=signup`, opened],
    [`${callback}#${session}&type=recovery`, { ...opened, recovery: true }],
    [`/#${error}`, expired],
    [`/dashboard#${error}`, expired],
    // Only the link of a recovery leads there.
    [`${callback}#${error}`, { ...expired, recovery: true }],
    // The first of two links was opened; nothing that an address says is taken over.
    ['/#message=Call+this+number&sb=', { kind: 'half' }],
    ['/?token_hash=abc&type=signup', { kind: 'token', recovery: false }, '/?token_hash=abc&type=signup'],
    ['/?token_hash=abc&type=recovery', { kind: 'token', recovery: true }, '/?token_hash=abc&type=recovery'],
    ['/?error_code=otp_expired', { kind: 'error' }, '/?error_code=otp_expired'],
  ])('of %s is taken as %o', (url, link, left = callback) => {
    expect(openUrl(url)).toMatchObject(link)
    expect(window.location.href).toBe(`http://localhost:3000${left}`)
  })

  it.each<[string, string]>([
    [`/auth?mode=signin#${session}`, '/auth?mode=signin'],
    [`/dashboard/orders#${session}`, '/dashboard/orders'],
    ['/terms#error=access_denied&error_code=otp_expired', '/terms'],
    ['/admin/users?q=ann#message=Welcome', '/admin/users?q=ann'],
    ['/dashboard#access_token=nonsense&refresh_token=r', '/dashboard'],
    ...['/dashboard#features', '/auth?invite=WELCOME001#0f3a', '/#message'].map((url): [string, string] => [
      url,
      url,
    ]),
    ['/?token_hash=abc&type=else', '/?token_hash=abc&type=else'],
  ])('is nothing of %s, which becomes %s', (url, left) => {
    expect(openUrl(url)).toBeUndefined()
    expect(window.location.href).toBe(`http://localhost:3000${left}`)
  })
})

it('lists an authenticator without a name, and none whose setup was not finished', () => {
  const begun = { id: 'f1', friendly_name: '', status: 'verified', created_at: '2026-10-01T10:00:00Z' }
  expect(finishedFactors([begun, { ...begun, id: 'f2', status: 'unverified' }])).toEqual([
    { id: 'f1', name: 'Authenticator', addedAt: begun.created_at },
  ])
})
