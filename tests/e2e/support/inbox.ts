import { expect } from '@playwright/test'
import { origin } from './address.ts'

/** Does what will be due in so many minutes. */
export async function passTime(minutes: number) {
  const { ok } = await fetch(`${origin}/inbox/due?minutes=${minutes}`, { method: 'POST' })
  expect(ok).toBe(true)
}

type Email = { id: string; to: string; subject: string; text: string; html: string }

/** The newest email to `to` with `subject`, and `content` in its text; waits until it has arrived. `at`: its backend. */
export async function emailWith(to: string, subject: string, content: string, at = origin): Promise<Email> {
  let email: Email | undefined
  const find = async () => {
    const all: Email[] = await (await fetch(`${at}/inbox/messages.json`)).json()
    email = all.find((one) => one.to === to && one.subject === subject && one.text.includes(content))
    return email
  }
  await expect.poll(find, `an email '${subject}' with '${content}' to ${to}`).toBeDefined()
  return email!
}

export const newestEmail = (to: string, subject: string) => emailWith(to, subject, '')

/** The first link of an email with `parameter`, as a client finds it that shows the text part alone. */
export function linkOf({ subject, text }: Email, parameter = 'token_hash'): string {
  const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  const link = links.find((one) => new URL(one).searchParams.has(parameter))
  expect(link, `a link in '${subject}'`).toBeDefined()
  return link!
}
