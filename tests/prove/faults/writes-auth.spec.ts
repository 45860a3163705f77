import { authWrites } from './support/auth-writes.ts'
import { writeTests } from './support/write-tests.ts'

writeTests({
  who: 'somebody',
  core: [],
  rest: ['a sign-in', 'an invite code', 'a sign-up', 'a reset of the password'],
  writes: authWrites,
})
