import { tokenFor } from '../../db/support/people.ts'
import { type Guild, tokenOf } from '../guild.ts'
import type { Actor } from './rule.ts'
import type { People } from './scene.ts'
import { forgeries } from './tokens.ts'

export async function setRole(guild: Guild, id: string, role: string): Promise<void> {
  await guild.admin.client.from('profiles').update({ role }).eq('id', id).throwOnError()
}

/** The people: two members, an admin, one who was an admin until now, and one who will be deleted. */
export async function castPeople(guild: Guild): Promise<People> {
  const people = {
    member: await guild.newMember({ name: 'Olga Owner' }),
    other: await guild.newMember({ name: 'Otto Other' }),
    admin: await guild.newMember({ name: 'Ada Acting' }),
    demoted: await guild.newMember({ name: 'Dora Demoted' }),
    gone: await guild.newMember({ name: 'Gus Gone' }),
  }
  for (const { id } of [people.admin, people.demoted]) await setRole(guild, id, 'admin')
  await setRole(guild, people.demoted.id, 'user')
  return people
}

/** Everybody who tries, each with a token that is live, over or forged. */
export async function castActors({ sql }: Guild, people: People): Promise<Actor[]> {
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
