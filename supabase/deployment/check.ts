import { checkEmails, checkPayments, checkUnsubscribe } from './functions.ts'
import { type Deployment, type Finding, openFinding, unknownFinding } from './probe.ts'
import * as project from './project.ts'
import { checkLogo, checkPages } from './site.ts'

const missing =
  'The migrations are not there, or older than this copy (docs/deploy.md, Apply the migrations).'
const manualChecks = [
  'The sender of the emails: set up your own SMTP server (docs/deploy.md, SMTP), and send yourself a reset email.',
  "What is due: the log of the function send-mail names an item that failed, as 'Not done: due_reconcile' (docs/deploy.md, Emails of the product).",
  'The texts of the emails: the two templates of supabase/templates (docs/deploy.md, Emails).',
  'Authenticator apps can be enrolled; access tokens live 3600 s, refresh tokens rotate (docs/deploy.md, Apply the settings).',
]

/**
 * Checks a deployment from outside, without signing in; leaves nothing behind in a sound one. `schema` is that of the
 * migrations of this copy. Throws if the project refuses the key or does not respond.
 */
export async function checkDeployment(deployment: Deployment, schema: project.Schema): Promise<Finding[]> {
  const found = await project.checkSettings(deployment)
  const present = await project.readSchema(deployment)
  found.push(...(present ? project.compareSchemas(present, schema) : [openFinding(missing)]))
  if (present) found.push(...(await project.checkGate(deployment)))
  const checks = [project.checkApi, project.checkDemoAccounts, project.checkRedirects, project.checkBuckets]
  for (const check of [...checks, checkPages, checkLogo, checkEmails, checkUnsubscribe, checkPayments])
    found.push(...(await check(deployment)))
  return [...found, ...manualChecks.map(unknownFinding)]
}
