import { expect, it } from 'vitest'
import { serverNow } from './server-time'
import { sessionStorageKey } from './storage-keys'

const seconds = () => Math.floor(Date.now() / 1000)

function keepSession(expires_at: number, exp: unknown) {
  const access_token = `head.${btoa(JSON.stringify({ exp }))}.signature`
  localStorage.setItem(sessionStorageKey, JSON.stringify({ access_token, expires_at }))
}

it.each([2, -2, 0])('sees a clock that is off by %s hours', (hours) => {
  keepSession(seconds() + 3600 + hours * 3600, seconds() + 3600)
  expect(Math.abs(serverNow() + hours * 3_600_000 - Date.now())).toBeLessThan(2_000)
})

it.each([
  ['no session', () => undefined],
  ['a token without an end', () => keepSession(seconds(), undefined)],
  ['something that is no session', () => localStorage.setItem(sessionStorageKey, 'broken')],
])('takes this device at its word where there is %s', (_what, prepare) => {
  prepare()
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(2_000)
})
