import { expect } from '@playwright/test'
import { origin } from './address.ts'

type Email = { id: string; to: string; subject: string; text: string; html: string }

/** The newest email to `to` with `subject`; waits until it has arrived. */
export async function newestEmail(to: string, subject: string): Promise<Email> {
  let email: Email | undefined
  await expect(async () => {
    const emails: Email[] = await (await fetch(`${origin}/inbox/messages.json`)).json()
    email = emails.find((one) => one.to === to && one.subject === subject)
    expect(email, `an email '${subject}' to ${to}`).toBeDefined()
  }).toPass({ timeout: 10_000 })
  return email!
}

/** The link of an email. */
export function linkOf(email: Email): string {
  const link = /href="([^"]*token_hash=[^"]*)"/.exec(email.html)?.[1]
  expect(link, `a link in '${email.subject}'`).toBeDefined()
  return link!.replaceAll('&amp;', '&')
}
