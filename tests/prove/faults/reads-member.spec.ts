import { member } from '../../e2e/support/people.ts'
import { memberReads } from './support/member-reads.ts'
import { readTests } from './support/read-tests.ts'

readTests({ who: 'a member', person: member, reads: memberReads })
