import type { Person } from '../../db/support/people.ts'
import { batch, cancel, deletion, edit } from './admin-writes.ts'
import type { Journal } from './journal.ts'
import { order, redemption, signUp } from './member-writes.ts'
import type { Scene } from './scene.ts'
import { breathe, type Try } from './send.ts'

/** Somebody who writes one thing after the other; what was not answered is first when the backend is back. */
export type Writer = { unsettled?: Try; next(): Try | undefined }

/** The writers of a scene: every member, every admin, and one who signs people up. */
export function writersOf(journal: Journal, scene: Scene): Writer[] {
  const member = (person: Person) => () =>
    Math.random() < 0.3 ? redemption(journal, scene, person) : order(journal, scene, person)
  const admin = (person: Person) => () => {
    const dice = Math.random()
    if (dice < 0.35) return batch(journal, scene, person)
    if (dice < 0.65) return cancel(journal, scene, person)
    if (dice < 0.93) return edit(journal, scene, person)
    return deletion(journal, scene, person)
  }
  return [
    ...scene.members.map((person) => ({ next: member(person) })),
    ...scene.admins.map((person) => ({ next: admin(person) })),
    { next: () => (Math.random() < 0.1 ? signUp(journal, scene) : undefined) },
  ]
}

/** Lets everybody write until `over`; resolves when the last request has ended. */
export function write(writers: Writer[], over: () => boolean): Promise<void> {
  return all(writers, async (writer) => {
    while (!over()) await step(writer, writer.unsettled ?? writer.next())
  })
}

/** Tries what was not answered until it is. */
export function finish(writers: Writer[]): Promise<void> {
  return all(writers, async (writer) => {
    while (writer.unsettled) await step(writer, writer.unsettled)
  })
}

async function all(writers: Writer[], work: (writer: Writer) => Promise<void>): Promise<void> {
  await Promise.all(writers.map(work))
}

async function step(writer: Writer, attempt: Try | undefined): Promise<void> {
  writer.unsettled = attempt
  if (attempt && (await attempt())) writer.unsettled = undefined
  else await breathe()
}
