import type { TestProject } from 'vitest/node'
import { join, type Person, sql } from './stack.ts'

type Known = Omit<Person, 'client'>

declare module 'vitest' {
  export interface ProvidedContext {
    people: Record<'admin' | 'member' | 'other', Known>
  }
}

/** Makes the people of all files, because sign-ups of one address are limited; the first admin as docs/deploy.md says. */
export default async function setup(project: TestProject): Promise<void> {
  const known = async (joining: Promise<Person>): Promise<Known> => {
    const { client: _, ...person } = await joining
    return person
  }
  const admin = await known(join('Ada Admin'))
  await sql('select make_first_admin($1)', [admin.email])
  const [member, other] = [await known(join('Mia Member', 500)), await known(join('Otto Other', 100))]
  project.provide('people', { admin, member, other })
}
