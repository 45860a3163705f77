import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../local/paths.ts'
import { checkApi } from './api.ts'
import { checkDemoAccounts, checkGate, checkRedirects, checkSettings } from './auth.ts'
import { checkDatabase } from './database.ts'
import { checkEmails, checkUnsubscribe } from './emails.ts'
import { type Deployment, type Finding, unknown } from './finding.ts'
import { checkHttps, checkLogo, checkPages } from './site.ts'
import { checkBuckets } from './storage.ts'

/** Checks a deployment from outside, without signing in; leaves nothing behind in a sound one. */
export async function checkDeployment(deployment: Deployment): Promise<Finding[]> {
  const settings = await checkSettings(deployment)
  const database = await checkDatabase(deployment)
  const whole = database.every(({ state }) => state !== 'open')
  return [
    ...settings,
    ...database,
    ...(await checkApi(deployment)),
    await checkDemoAccounts(deployment),
    ...(whole
      ? await checkGate(deployment)
      : [unknown('The invite gate: tried once the tables and functions are there.')]),
    ...(await checkRedirects(deployment)),
    ...(await checkPages(deployment, readFileSync(join(PROJECT_DIR, 'public/_headers'), 'utf8'))),
    ...(await checkHttps(deployment)),
    ...(await checkBuckets(deployment)),
    ...(await checkLogo(deployment)),
    ...(await checkEmails(deployment)),
    ...(await checkUnsubscribe(deployment)),
    unknown(
      'The sender of the emails: set up your own SMTP server (docs/deploy.md, SMTP), and send yourself a reset email.',
    ),
    unknown(
      "What is due: the log of the function send-mail names an item that failed, as 'Not done: due_reconcile' (docs/deploy.md, Emails of the product).",
    ),
    unknown('The texts of the emails: the two templates of supabase/templates (docs/deploy.md, Emails).'),
    unknown(
      'The second factor: authenticator apps can be enrolled and verified (docs/deploy.md, Apply the settings).',
    ),
    unknown(
      'The length of sessions: access tokens live 3600 s, refresh tokens rotate (docs/deploy.md, Apply the settings).',
    ),
  ]
}
