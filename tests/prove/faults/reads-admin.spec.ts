import { admin } from '../../e2e/support/people.ts'
import { adminReads } from './support/admin-reads.ts'
import { readTests } from './support/read-tests.ts'

readTests({ who: 'an admin', person: admin, reads: adminReads })
