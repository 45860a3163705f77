import { adminWrites } from './support/admin-writes.ts'
import { writeTests } from './support/write-tests.ts'

writeTests({
  who: 'an admin',
  core: ['the status of an order'],
  rest: [
    'a balance',
    'a new benefit',
    'a benefit',
    'whether a benefit is active',
    'the end of a benefit',
    'the role of a user',
    'the end of a user',
    'a new token code',
    'three token codes',
    'a new invite code',
    'the logo',
  ],
  writes: adminWrites,
})
