import { inject } from 'vitest'
import { type Person, signIn } from './stack.ts'

/** One of the people of all files, signed in. */
const initialPerson = (who: 'admin' | 'member' | 'other') => async (): Promise<Person> => {
  const person = inject('people')[who]
  return { ...person, client: await signIn(person.email) }
}

export const theAdmin = initialPerson('admin')
export const theMember = initialPerson('member')
export const theOther = initialPerson('other')
