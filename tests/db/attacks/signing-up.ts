import { freshCode } from '../support/rows.ts'
import type { Row } from '../support/world.ts'
import type { Scene } from './scene.ts'
import type { Ask } from './send.ts'

export const LOCAL = 'it would send emails'
export const signup = (invite_code: string, email: unknown, more: Row = {}, data: Row = {}): Ask => ({
  path: '/auth/v1/signup',
  body: { email, password: 'a long enough password', ...more, data: { name: 'Nora', invite_code, ...data } },
})
export const usersOf = async ({ sql }: Scene, code: string) =>
  (await sql?.<{ id: string; email: string }>(
    `select id, email from auth.users where upper(raw_user_meta_data ->> 'invite_code') = $1`,
    [code],
  )) ?? []
export const codeOf = async ({ sql }: Scene, columns: Row = {}) => {
  const code = freshCode()
  const names = ['code', ...Object.keys(columns)]
  const places = names.map((_, at) => `$${at + 1}`)
  await sql?.(`insert into invite_codes (${names}) values (${places})`, [code, ...Object.values(columns)])
  return code
}
/** Each refusal is a guess, and many of them are not tried. */
export const unguessed = ({ sql }: Scene) => sql?.('delete from private.attempts')
export const leaves = 'codes; the accounts are deleted again'
export const remove = ({ sql }: Scene, ids: string[]) =>
  sql?.('delete from auth.users where id = any ($1)', [ids])
