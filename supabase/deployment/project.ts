import { check, type Deployment, type Finding, openFinding, requestProject, unknownFinding } from './probe.ts'

/** A digest of each part of what migrations create. */
export type Schema = Record<string, unknown>

/** What a project reports of itself; undefined if it has no function for it. */
export async function readSchema(project: Deployment): Promise<Schema | undefined> {
  const { status, body } = await requestProject(project, '/rest/v1/rpc/schema_digest', {})
  return status === 200 ? body : undefined
}

/** Compares the digests of the project with those of the migrations of this copy. */
export function compareSchemas(found: Schema, expected: Schema): Finding[] {
  const parts = Object.keys(expected).filter((part) => found[part] !== expected[part])
  return check('Tables, functions and rights are those of this copy.', {
    [`Not as in the migrations: ${parts.join(', ')} (docs/deploy.md, Apply the migrations).`]:
      parts.length > 0,
  })
}

/** Checks the settings of the REST API: the function before each request, and that it exposes one schema. */
export async function checkApi(project: Deployment): Promise<Finding[]> {
  const call = '/rest/v1/rpc/public_settings'
  const estimate = await requestProject(project, call, {}, { prefer: 'count=planned' })
  const exposed: string[] = []
  for (const [schema, name] of Object.entries({ private: 'outbox', graphql_public: 'graphql' })) {
    const profile = { 'accept-profile': schema }
    const { body } = await requestProject(project, `/rest/v1/${name}?limit=1`, undefined, profile)
    if (body.code !== 'PGRST106') exposed.push(schema)
  }
  return check('The API refuses estimates, and exposes the schema public alone.', {
    'The API calls no function before a request, so visitors can estimate how many rows there are: set pgrst.db_pre_request (docs/deploy.md, Apply the migrations).':
      estimate.body.message !== 'estimate_forbidden',
    [`The API exposes the schema ${exposed.join(' and ')}: leave only public (docs/deploy.md, Apply the settings).`]:
      exposed.length > 0,
  })
}

async function checkBucket(project: Deployment, name: string, isPublic: boolean): Promise<Finding[]> {
  const messageOf = async (folder: string) =>
    (await requestProject(project, `/storage/v1/object/${folder}${name}/deployment-check`)).body.message
  const missing = 'Bucket not found'
  if ((await messageOf('')) === missing)
    return [openFinding(`The bucket ${name} is missing: apply the migrations again.`)]
  // Storage looks up bucket and object at once and reports whichever it misses first, of a private bucket either.
  let message = await messageOf('public/')
  for (let tries = 1; message === 'Object not found' && tries < 20; tries++)
    message = await messageOf('public/')
  if (typeof message !== 'string') return [unknownFinding(`The bucket ${name} returns no known message.`)]
  const fault = isPublic
    ? `The bucket ${name} is private: no picture in it is shown.`
    : `THE BUCKET ${name} IS PUBLIC: anyone with a file's address can download it. Make it private.`
  return check(`The bucket ${name} is as it must be.`, { [fault]: (message === missing) === isPublic })
}

/** Checks that the buckets of the migrations exist, and that only those of pictures are public (D32). */
export async function checkBuckets(project: Deployment): Promise<Finding[]> {
  const buckets = { branding: true, benefits: true, deliveries: false }
  const found = Object.entries(buckets).map(([name, isPublic]) => checkBucket(project, name, isPublic))
  return (await Promise.all(found)).flat()
}

/** Auth's public settings: sign-in methods, confirmation, sign-up. Throws if the project refuses the key. */
export async function checkSettings(project: Deployment): Promise<Finding[]> {
  const { status, body } = await requestProject(project, '/auth/v1/settings')
  if (status !== 200) throw new Error(`The project refuses the key (${status}): take its publishable one`)
  const external = Object.entries({ ...(body.external as Record<string, boolean>) })
  const methods = external.flatMap(([name, on]) => (on ? name : []))
  const others = methods.filter((name) => name !== 'email' && name !== 'anonymous_users')
  return check('People sign up and in by email alone, and confirm their address.', {
    'Sign-in by email is off.': !methods.includes('email'),
    'Sign-ups are off: nobody can join, invited or not.': body.disable_signup !== false,
    'Confirmations are off: anybody can join under an address that is not theirs.':
      body.mailer_autoconfirm !== false,
    'Anonymous sign-ins are on: turn them off.': methods.includes('anonymous_users'),
    [`Other sign-in methods are on, which the product does not use: ${others.join(', ')}.`]:
      others.length > 0,
  })
}

/** The demo accounts are for development: their password is in the README. */
export async function checkDemoAccounts(project: Deployment): Promise<Finding[]> {
  const demo = { email: 'admin@guildhall.test', password: 'guildhall-demo' }
  const { status } = await requestProject(project, '/auth/v1/token?grant_type=password', demo)
  if (![200, 400].includes(status))
    return [unknownFinding(`Demo accounts: sign-in responds with status ${status}.`)]
  return check('The demo accounts are not there.', {
    'THE DEMO ADMIN CAN SIGN IN: the seed was pushed to this project. Delete the project and start again without it.':
      status === 200,
  })
}

/**
 * Tries to join without an invite, and with a short password. Call it only if the migrations are there: without the gate,
 * this creates an account.
 */
export async function checkGate(project: Deployment): Promise<Finding[]> {
  const { hostname } = new URL(project.site)
  const domain = /\.[a-z]{2,}$/.test(hostname) ? hostname : 'guild.example'
  const email = `deployment-check-${crypto.randomUUID()}@${domain}`
  const join = (password: string) =>
    requestProject(project, '/auth/v1/signup', { email, password, data: { name: 'Deployment check' } })
  const { status, body } = await join(crypto.randomUUID())
  if (status < 300)
    return [openFinding(`ANYBODY CAN JOIN: the trigger on auth.users is missing. Delete ${email}.`)]
  const message = String(body.msg ?? body.message ?? '')
  const hooked = message.includes('invite code')
  if (!hooked && !/database error/i.test(message))
    return [unknownFinding(`Joining without an invite: the response has status ${status}, "${message}".`)]
  const short = await join('ninechars')
  return check('Nobody joins without an invite.', {
    'The hook before-user-created is off: a wrong invite is refused all the same, but by a bare error, and guesses at sign-up are not counted.':
      !hooked,
    'Passwords shorter than 10 characters are taken.': short.body.error_code !== 'weak_password',
  })
}

/** Checks where links of emails may lead, by following an invalid one. */
export async function checkRedirects(project: Deployment): Promise<Finding[]> {
  const targetOf = async (target: string) => {
    const query = new URLSearchParams({ token: 'deployment-check', type: 'signup', redirect_to: target })
    const { headers } = await requestProject(project, `/auth/v1/verify?${query}`)
    return headers.get('location')?.split(/[?#]/)[0]?.replace(/\/$/, '')
  }
  const [callback, dashboard] = [`${project.site}/auth/callback`, `${project.site}/dashboard`]
  const targets = [callback, dashboard, 'https://elsewhere.invalid'].map(targetOf)
  const [first, second, other] = await Promise.all(targets)
  if (!first || !second || !other) return [unknownFinding('Redirect list: auth leads nowhere.')]
  const anywhere = other.includes('elsewhere.invalid')
  return check('Emails lead to this site alone.', {
    [`Redirect list: add ${callback}.`]: first !== callback,
    [`Redirect list: add ${dashboard}.`]: second !== dashboard,
    'The redirect list lets links lead to any site: remove its wildcards.': anywhere,
    [`The site URL is ${other}, not ${project.site}.`]: !anywhere && other !== project.site,
  })
}
