import { admin, member } from '../../e2e/support/people.ts'
import { testReads } from './support/reading.ts'
import { adminReads, memberReads } from './support/reads.ts'

testReads('a member', member, memberReads)
testReads('an admin', admin, adminReads)
