import { memberWrites } from './support/member-writes.ts'
import { writeTests } from './support/write-tests.ts'

writeTests({
  who: 'a member',
  core: ['an order', 'a token code'],
  rest: ['the own profile', 'a new password'],
  writes: memberWrites,
})
