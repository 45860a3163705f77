import { check, type Finding, open, unknown } from './finding.ts'
import { type Deployment, requestProject } from './request.ts'

const step = 'docs/deploy.md, Emails of the product'

/** Checks that the function that sends emails is deployed and configured, refuses strangers, and is invoked (D37). */
export async function checkEmails(project: Deployment): Promise<Finding[]> {
  const path = '/functions/v1/send-mail'
  const { status, body } = await requestProject(project, path)
  const missing = Array.isArray(body.missing) ? body.missing.join(', ') : 'its configuration'
  if (status === 404) return [open(`Nothing sends emails: deploy the function send-mail (${step}).`)]
  if (status === 503) return [open(`Nothing sends emails: send-mail lacks ${missing} (${step}).`)]
  if (status !== 200) return [unknown(`The function send-mail responds with status ${status}.`)]
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
  const broken = 'The unsubscribe button of emails does nothing'
  return check('The unsubscribe button of emails works without a session.', {
    [`${broken}: deploy the function unsubscribe (${step}).`]: status === 404,
    [`${broken}: the function unsubscribe lacks secrets (${step}).`]: status === 503,
    [`${broken}: the function unsubscribe asks for a session (${step}).`]: status === 401,
    [`${broken}: it responds with status ${status}.`]:
      ![404, 503, 401].includes(status) && body.error !== 'not_one_click',
  })
}
