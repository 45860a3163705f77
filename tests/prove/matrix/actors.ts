import { tokenFor } from '../../db/support/people.ts'
import { type Fixture, tokenOf } from '../fixture.ts'
import type { Actor } from './rule.ts'
import type { People } from './scene.ts'
import { forgeries } from './tokens.ts'

async function setRole(fixture: Fixture, id: string, role: string): Promise<void> {
  await fixture.admin.client.from('profiles').update({ role }).eq('id', id).throwOnError()
}

/** The people: two members, an admin, one who was an admin until now, and one who will be deleted. */
export async function createPeople(fixture: Fixture): Promise<People> {
  const people = {
    member: await fixture.newMember({ name: 'Olga Owner' }),
    other: await fixture.newMember({ name: 'Otto Other' }),
    admin: await fixture.newMember({ name: 'Ada Acting' }),
    demoted: await fixture.newMember({ name: 'Dora Demoted' }),
    gone: await fixture.newMember({ name: 'Gus Gone' }),
  }
  for (const { id } of [people.admin, people.demoted]) await setRole(fixture, id, 'admin')
  await setRole(fixture, people.demoted.id, 'user')
  return people
}

/** All actors, each with a valid, expired or forged token. */
export async function createActors({ sql }: Fixture, people: People): Promise<Actor[]> {
  const { member, other, admin, demoted, gone } = people
  const token = await tokenOf(member)
  const signedIn = { member, other, admin, demoted, deleted: gone }
  const actors: Actor[] = [{ name: 'anonymous', who: 'anonymous' }]
  for (const [name, person] of Object.entries(signedIn)) {
    const who = name === 'admin' ? 'admin' : name === 'deleted' ? 'ghost' : 'member'
    actors.push({ name, who, id: person.id, token: await tokenOf(person) })
  }
  // Only the secret of the embedded backend is known, and a real token takes an hour to expire.
  if (sql) actors.push({ name: 'expired', who: 'refused', id: member.id, token: tokenFor(member.id, -60) })
  for (const [name, forged] of Object.entries(forgeries(token, admin.id))) {
    actors.push({ name, who: 'refused', id: member.id, token: forged })
  }
  return actors
}
