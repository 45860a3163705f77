import { expect, test } from '@playwright/test'
import { operations } from '../operations/list.ts'
import { adminWrites } from './support/admin-writes.ts'
import { authWrites } from './support/auth-writes.ts'
import { memberWrites } from './support/member-writes.ts'
import { testWrites } from './support/writing.ts'

test('every operation that a client requests is tried', { tag: '@core' }, () => {
  const tried = [...memberWrites, ...adminWrites, ...authWrites].map((write) => write.operation)
  const requested = operations.filter(({ functions, rights }) => functions || rights)
  expect(requested.map(({ name }) => name).filter((name) => !tried.includes(name))).toEqual([])
})

testWrites('member', memberWrites)
testWrites('admin', adminWrites)
testWrites('visitor', authWrites)
