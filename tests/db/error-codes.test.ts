import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { databaseErrorCodes } from '../../src/lib/error-codes.ts'

const folder = new URL('../../supabase/migrations/', import.meta.url)

it('lists the error codes that the migrations raise', () => {
  const sql = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const raised = sql.join('\n').matchAll(/raise exception '(\w+)'\s+using errcode = 'PT/g)
  expect([...databaseErrorCodes]).toEqual([...new Set([...raised].map(([, code]) => code))].sort())
})
