import { check, type Deployment, type Finding, ok, open, unknown } from './finding.ts'
import { requestProject } from './request.ts'

const section = 'docs/deploy.md, Emails of the product'

/** Checks that the function that sends emails is deployed and configured, refuses strangers, and is invoked (D37). */
export async function checkEmails(project: Deployment): Promise<Finding[]> {
  const path = '/functions/v1/send-mail'
  const { status, body } = await requestProject(project, path)
  if (status === 404) return [open(`Nothing sends emails: deploy the function send-mail (${section}).`)]
  if (status === 503) {
    const missing = Array.isArray(body.missing) ? body.missing.join(', ') : 'its configuration'
    return [open(`Nothing sends emails: the function send-mail lacks ${missing} (${section}).`)]
  }
  if (status !== 200) return [unknown(`The function send-mail responds with status ${status}.`)]
  const stranger = await requestProject(project, path, {})
  return [
    check(
      body.state === 'running',
      'The function that sends emails is invoked.',
      `No emails are sent: nothing invoked the function send-mail in the last five minutes: its schedule, or its secret in the vault (${section}).`,
    ),
    check(
      body.site === project.site,
      'The links in emails lead to the site.',
      `The links in emails lead to ${body.site}: set SITE_URL of the function send-mail to ${project.site} (${section}).`,
    ),
    check(
      stranger.status === 401,
      'The function that sends emails refuses strangers.',
      'The function send-mail lets strangers invoke it: deploy it again.',
    ),
  ]
}

/** Checks that the function behind the unsubscribe button of email clients is deployed, and takes a click without a session. */
export async function checkUnsubscribe(project: Deployment): Promise<Finding[]> {
  const { status, body } = await requestProject(project, '/functions/v1/unsubscribe', {})
  const broken = 'The unsubscribe button of emails does nothing'
  if (status === 404) return [open(`${broken}: deploy the function unsubscribe (${section}).`)]
  if (status === 503) return [open(`${broken}: the function unsubscribe lacks secrets (${section}).`)]
  if (status === 401) return [open(`${broken}: the function unsubscribe asks for a session (${section}).`)]
  return [
    body.error === 'not_one_click'
      ? ok('The unsubscribe button of emails works without a session.')
      : unknown(`The function unsubscribe responds with status ${status}.`),
  ]
}
