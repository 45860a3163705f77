import { setTimeout as wait } from 'node:timers/promises'

export type Email = { subject: string; text: string }

/** The emails to one address, newest first. */
export type Mailbox = (to: string) => Promise<Email[]>

type Summary = { ID: string; Subject: string }

const readJson = async (address: string) => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} responds with status ${response.status}`)
  return response.json()
}

/** Opens Mailpit, or the inbox of the embedded backend. Throws when there is neither. */
export async function openMailbox(address: string): Promise<Mailbox> {
  const responds = (path: string) =>
    fetch(address + path).then(
      ({ ok }) => ok,
      () => false,
    )
  if (await responds('/api/v1/messages?limit=1'))
    return async (to) => {
      const query = encodeURIComponent(`to:"${to}"`)
      const { messages }: { messages: Summary[] } = await readJson(`${address}/api/v1/search?query=${query}`)
      const read = async ({ ID, Subject: subject }: Summary) => {
        const { Text: text }: { Text: string } = await readJson(`${address}/api/v1/message/${ID}`)
        return { subject, text }
      }
      return Promise.all(messages.map(read))
    }
  if (await responds('/messages.json'))
    return async (to) => {
      const all: (Email & { to: string })[] = await readJson(`${address}/messages.json`)
      return all.filter((email) => email.to === to)
    }
  throw new Error(`Neither Mailpit nor the inbox of the embedded backend responds at ${address}.`)
}

const WITHIN_MS = 150_000

/** The newest email to an address whose subject matches, as soon as there is one. */
export async function awaitEmail(mailbox: Mailbox, to: string, subject: RegExp): Promise<Email> {
  const deadline = Date.now() + WITHIN_MS
  for (;;) {
    const found = (await mailbox(to)).find((email) => subject.test(email.subject))
    if (found) return found
    if (Date.now() > deadline) throw new Error(`No email to ${to} with a subject like ${subject}.`)
    await wait(250)
  }
}

/** The value of a parameter in the links of an email, as a client finds them that shows the text part alone. */
export function linkParameter({ subject, text }: Email, name: string): string {
  for (const link of text.match(/https?:\/\/[^\s<>"]+/g) ?? []) {
    const value = new URL(link).searchParams.get(name)
    if (value) return value
  }
  throw new Error(`No link in '${subject}' has ${name}.`)
}
