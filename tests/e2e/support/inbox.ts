import { type APIRequestContext, expect } from '@playwright/test'

type Mail = { id: string; to: string; subject: string; text: string; html: string }

/** The newest mail to `to` with `subject`; waits until it is there. */
export async function newestMail(request: APIRequestContext, to: string, subject: string): Promise<Mail> {
  let mail: Mail | undefined
  await expect(async () => {
    const mails: Mail[] = await (await request.get('/inbox/messages.json')).json()
    mail = mails.find((one) => one.to === to && one.subject === subject)
    expect(mail, `a mail '${subject}' to ${to}`).toBeDefined()
  }).toPass({ timeout: 10_000 })
  return mail!
}

/** The link of a mail, as the person who reads it would press it. */
export function linkOf(mail: Mail): string {
  const link = /href="([^"]*token_hash=[^"]*)"/.exec(mail.html)?.[1]
  expect(link, `a link in '${mail.subject}'`).toBeDefined()
  return link!.replaceAll('&amp;', '&')
}
