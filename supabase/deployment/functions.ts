import { check, type Deployment, type Finding, openFinding, requestProject, unknownFinding } from './probe.ts'

const step = 'docs/deploy.md, Emails of the product'
const paymentStep = 'docs/deploy.md, Payments'

/** Checks that the function that sends emails is deployed and configured, refuses strangers, and is invoked (D37). */
export async function checkEmails(project: Deployment): Promise<Finding[]> {
  const path = '/functions/v1/send-mail'
  const { status, body } = await requestProject(project, path)
  const missing = Array.isArray(body.missing) ? body.missing.join(', ') : 'its configuration'
  if (status === 404) return [openFinding(`Nothing sends emails: deploy the function send-mail (${step}).`)]
  if (status === 503) return [openFinding(`Nothing sends emails: send-mail lacks ${missing} (${step}).`)]
  if (status !== 200) return [unknownFinding(`The function send-mail responds with status ${status}.`)]
  const stranger = await requestProject(project, path, {})
  return check('The function that sends emails is invoked, links to the site, and refuses strangers.', {
    [`No emails are sent: nothing invoked the function send-mail in the last five minutes: its schedule, or its secret in the vault (${step}).`]:
      body.state !== 'running',
    [`The links in emails lead to ${body.site}: set SITE_URL of the function send-mail to ${project.site} (${step}).`]:
      body.site !== project.site,
    'The function send-mail lets strangers invoke it: deploy it again.': stranger.status !== 401,
  })
}

/** Checks that the function behind the unsubscribe button of email clients is deployed, and takes a click without a session. */
export async function checkUnsubscribe(project: Deployment): Promise<Finding[]> {
  const { status, body } = await requestProject(project, '/functions/v1/unsubscribe', {})
  const faults: Record<number, string> = {
    401: 'the function unsubscribe asks for a session',
    404: 'deploy the function unsubscribe',
    503: 'the function unsubscribe lacks secrets',
  }
  const fault = faults[status] ?? `the function unsubscribe responds with status ${status}`
  return check('The unsubscribe button of emails works without a session.', {
    [`The unsubscribe button of emails does nothing: ${fault} (${step}).`]: body.error !== 'not_one_click',
  })
}

/** Checks the two functions of payments, if one of them is deployed: keys, and that an unsigned event is refused (D61, D63). */
export async function checkPayments(project: Deployment): Promise<Finding[]> {
  const payments = await requestProject(project, '/functions/v1/payments')
  const webhook = await requestProject(project, '/functions/v1/stripe-webhook', { type: 'unsigned' })
  if (payments.status === 404 && webhook.status === 404)
    return [unknownFinding(`Payments are off: nothing is deployed (${paymentStep}).`)]
  const missing = [payments, webhook].flatMap(({ body }) => (Array.isArray(body.missing) ? body.missing : []))
  if (missing.length > 0)
    return [
      openFinding(`Nobody can pay: the functions lack ${[...new Set(missing)].join(', ')} (${paymentStep}).`),
    ]
  return check(`Payments are connected in ${payments.body.mode} mode, and refuse unsigned events.`, {
    [`Nobody can pay: the function payments responds with status ${payments.status} (${paymentStep}).`]:
      payments.status !== 200,
    [`Payments are never confirmed: the function stripe-webhook responds with status ${webhook.status} to an unsigned event, not with 400 (${paymentStep}).`]:
      webhook.status !== 400 || webhook.body.error !== 'invalid_signature',
  })
}
