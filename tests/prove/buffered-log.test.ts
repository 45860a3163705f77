import { afterEach, expect, it } from 'vitest'
import { bufferLog } from './buffered-log.ts'

const { error } = console

afterEach(() => {
  console.error = error
})

it('returns the buffered lines once', () => {
  const take = bufferLog()
  console.error('Auth error: %s', 'no such token')
  expect(take()).toEqual(['Auth error: no such token'])
  expect(take()).toEqual([])
})

it('keeps only the last lines', () => {
  const take = bufferLog()
  for (let line = 1; line <= 1000; line++) console.error(line)
  const kept = take()
  expect(kept).toHaveLength(100)
  expect(kept.at(-1)).toBe('1000')
})
