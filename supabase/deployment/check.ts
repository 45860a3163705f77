import { checkDemoAccounts, checkGate, checkRedirects, checkSettings } from './auth.ts'
import { checkEmails, checkUnsubscribe } from './emails.ts'
import { type Finding, open, unknown } from './finding.ts'
import { checkPayments } from './payments.ts'
import { checkApi, checkBuckets, compareSchemas, readSchema, type Schema } from './project.ts'
import type { Deployment } from './request.ts'
import { checkHttps, checkLogo, checkPages, checkSamples } from './site.ts'

const missing =
  'The migrations are not there, or older than this copy (docs/deploy.md, Apply the migrations).'
const unseen = [
  'The sender of the emails: set up your own SMTP server (docs/deploy.md, SMTP), and send yourself a reset email.',
  "What is due: the log of the function send-mail names an item that failed, as 'Not done: due_reconcile' (docs/deploy.md, Emails of the product).",
  'The texts of the emails: the two templates of supabase/templates (docs/deploy.md, Emails).',
  'The second factor: authenticator apps can be enrolled and verified (docs/deploy.md, Apply the settings).',
  'The length of sessions: access tokens live 3600 s, refresh tokens rotate (docs/deploy.md, Apply the settings).',
]

/**
 * Checks a deployment from outside, without signing in; leaves nothing behind in a sound one. `schema` is that of the
 * migrations of this copy. Throws if the project refuses the key or does not respond.
 */
export async function checkDeployment(deployment: Deployment, schema: Schema): Promise<Finding[]> {
  const found = await checkSettings(deployment)
  const present = await readSchema(deployment)
  if (present) found.push(...compareSchemas(present, schema), ...(await checkGate(deployment)))
  else found.push(open(missing))
  for (const check of [checkApi, checkDemoAccounts, checkRedirects, checkPages, checkHttps, checkBuckets])
    found.push(...(await check(deployment)))
  for (const check of [checkLogo, checkSamples, checkEmails, checkUnsubscribe, checkPayments])
    found.push(...(await check(deployment)))
  return [...found, ...unseen.map(unknown)]
}
