import { check, type Finding, open, unknown } from './finding.ts'
import { type Deployment, requestProject } from './request.ts'

const step = 'docs/deploy.md, Payments'

/** Checks the two functions of payments, if one of them is deployed: keys, and that an unsigned event is refused (D61, D63). */
export async function checkPayments(project: Deployment): Promise<Finding[]> {
  const payments = await requestProject(project, '/functions/v1/payments')
  const webhook = await requestProject(project, '/functions/v1/stripe-webhook', { type: 'unsigned' })
  if (payments.status === 404 && webhook.status === 404)
    return [unknown(`Payments are off: nothing is deployed (${step}).`)]
  const missing = [payments, webhook].flatMap(({ body }) => (Array.isArray(body.missing) ? body.missing : []))
  if (missing.length > 0)
    return [open(`Nobody can pay: the functions lack ${[...new Set(missing)].join(', ')} (${step}).`)]
  return check(
    `Payments are connected, in ${payments.body.mode} mode, and refuse an event that Stripe has not signed.`,
    {
      [`Nobody can pay: the function payments responds with status ${payments.status} (${step}).`]:
        payments.status !== 200,
      [`Payments are never confirmed: the function stripe-webhook responds with status ${webhook.status} to an unsigned event, not with 400 (${step}).`]:
        webhook.status !== 400 || webhook.body.error !== 'invalid_signature',
    },
  )
}
