import { randomBytes } from 'node:crypto'
import { check, type Deployment, type Finding, ok, open, unknown } from './finding.ts'
import { requestProject } from './request.ts'

/** Auth's public settings: sign-in methods, confirmation, sign-up. */
export async function checkSettings(project: Deployment): Promise<Finding[]> {
  const { status, body } = await requestProject(project, '/auth/v1/settings')
  if (status !== 200) {
    throw new Error(
      `The project refuses the key (status ${status}): take the publishable one of this project`,
    )
  }
  const ways = Object.entries({ ...(body.external as Record<string, boolean>) }).flatMap(([name, on]) =>
    on ? name : [],
  )
  const others = ways.filter((name) => name !== 'email' && name !== 'anonymous_users')
  return [
    check(ways.includes('email'), 'Sign-in by email is on.', 'Sign-in by email is off.'),
    check(
      body.disable_signup === false,
      'Sign-ups are on.',
      'Sign-ups are off: nobody can join, invited or not.',
    ),
    check(
      body.mailer_autoconfirm === false,
      'Addresses are confirmed by email.',
      'Confirmations are off: anybody can join under an address that is not theirs.',
    ),
    check(
      !ways.includes('anonymous_users'),
      'Anonymous sign-ins are off.',
      'Anonymous sign-ins are on: turn them off.',
    ),
    check(
      others.length === 0,
      'There is no other way in.',
      `Other ways in are on, which the product does not use: ${others.join(', ')}.`,
    ),
  ]
}

/** The demo accounts are for development: their password is in the README. */
export async function checkDemoAccounts(project: Deployment): Promise<Finding> {
  const demo = { email: 'admin@guildhall.test', password: 'guildhall-demo' }
  const { status } = await requestProject(project, '/auth/v1/token?grant_type=password', demo)
  if (status >= 500 || status === 429)
    return unknown(`Demo accounts: sign-in responds with status ${status}.`)
  return check(
    status !== 200,
    'The demo accounts are not there.',
    'THE DEMO ADMIN CAN SIGN IN: the seed was pushed to this project. Delete the project and start again without it.',
  )
}

/**
 * Tries to join without an invite, and with a short password. Call it only if the tables exist: without the gate, this
 * creates an account.
 */
export async function checkGate(project: Deployment): Promise<Finding[]> {
  const { hostname } = new URL(project.site)
  const domain = /\.[a-z]{2,}$/.test(hostname) ? hostname : 'guild.example'
  const email = `deployment-check-${randomBytes(6).toString('hex')}@${domain}`
  const join = (password: string) =>
    requestProject(project, '/auth/v1/signup', { email, password, data: { name: 'Deployment check' } })

  const long = await join(randomBytes(12).toString('hex'))
  if (long.status < 300) {
    return [
      open(
        `ANYBODY CAN JOIN WITHOUT AN INVITE: the trigger on auth.users is missing. Delete the account ${email}.`,
      ),
    ]
  }
  const message = String(long.body.msg ?? long.body.message ?? '')
  const refused = message.includes('invite code') || /database error/i.test(message)
  if (!refused)
    return [unknown(`Joining without an invite: answered with status ${long.status}, "${message}".`)]
  const short = await join('ninechars')
  return [
    ok('Nobody joins without an invite.'),
    check(
      message.includes('invite code'),
      'The refusal has a message (hook before-user-created).',
      'The hook before-user-created is off: a wrong invite is refused all the same, but by a bare error, and guesses at sign-up are not counted.',
    ),
    check(
      short.body.error_code === 'weak_password',
      'Passwords have at least 10 characters.',
      'Passwords shorter than 10 characters are taken: set the minimum length to 10.',
    ),
  ]
}

/** Checks where links of emails may lead, by following an invalid one. */
export async function checkRedirects(project: Deployment): Promise<Finding[]> {
  const targetOf = async (target: string) => {
    const query = new URLSearchParams({ token: 'deployment-check', type: 'signup', redirect_to: target })
    const { headers } = await requestProject(project, `/auth/v1/verify?${query}`)
    return headers.get('location')?.split(/[?#]/)[0]?.replace(/\/$/, '')
  }
  const found: Finding[] = []
  for (const path of ['/auth/callback', '/dashboard']) {
    const to = await targetOf(project.site + path)
    if (to === undefined) found.push(unknown(`Redirect list: auth leads nowhere for ${path}.`))
    else
      found.push(
        check(
          to === project.site + path,
          `Emails may lead to ${path}.`,
          `Redirect list: add ${project.site}${path}.`,
        ),
      )
  }
  const fallback = await targetOf('https://elsewhere.invalid/')
  if (fallback?.includes('elsewhere.invalid'))
    found.push(open('The redirect list lets links lead to any site: remove its wildcards.'))
  else if (fallback)
    found.push(
      check(
        fallback === project.site,
        'The site URL is this site.',
        `The site URL is ${fallback}, not ${project.site}.`,
      ),
    )
  return found
}
