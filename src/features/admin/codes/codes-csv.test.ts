import { inviteCode, tokenCode } from '@tests/support/builders'
import { expect, it } from 'vitest'
import { codesCsv } from './codes-csv'

const tamsin = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' }
const lines = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')
const revoked = { revoked_at: '2026-11-03T08:00:00', revoked_reason: 'Posted on a forum' }
const times = { created_at: '2026-11-01T09:00:00', used_at: '2026-11-02T10:05:00' }

it('writes the value of token codes, and who used them when', () => {
  const csv = codesCsv('token', [
    { ...tokenCode({ code: 'FREE0001', created_at: times.created_at, note: 'Lisbon' }), user: null },
    {
      ...tokenCode({ code: 'USED0001', ...times, uses: 2, max_uses: 3, expires_at: '2199-01-01T00:00:00' }),
      user: tamsin,
    },
    { ...tokenCode({ code: 'GONE0001', ...times, uses: 1, is_used: true }), user: null },
    { ...tokenCode({ code: 'LOST0001', created_at: times.created_at, ...revoked }), user: null },
  ])
  expect(csv.codePointAt(0)).toBe(0xfeff)
  expect(lines(csv)).toEqual([
    '"Code","Token Value","Note","Status","Times Used","Uses","Expires","Used By","Email","Used","Created","Revoked","Reason"',
    '"FREE0001","50","Lisbon","Available","0","1","","","","","2026-11-01 09:00","",""',
    '"USED0001","50","","Available","2","3","2199-01-01 00:00","Tamsin Ferreira","tamsin@ferreira.example","2026-11-02 10:05","2026-11-01 09:00","",""',
    '"GONE0001","50","","Used","1","1","","Unknown user","","2026-11-02 10:05","2026-11-01 09:00","",""',
    '"LOST0001","50","","Revoked","0","1","","","","","2026-11-01 09:00","2026-11-03 08:00","Posted on a forum"',
  ])
})

it('writes invite codes of any characters with links that decode to them', () => {
  const codes = ['JOINUS0001', 'AB CD', '50%,"X"', '=1+1', 'A&B=C#D']
  const [heads, first, ...rest] = lines(
    codesCsv(
      'invite',
      codes.map((code) => ({ ...inviteCode({ code, created_at: times.created_at }), user: null })),
    ),
  )
  expect(heads).toBe(
    '"Code","Link","Note","Status","Times Used","Uses","Expires","Used By","Email","Used","Created","Revoked","Reason"',
  )
  expect(first).toBe(
    `"JOINUS0001","${window.location.origin}/auth?invite=JOINUS0001","","Available","0","1","","","","","2026-11-01 09:00","",""`,
  )
  expect(rest.map((row) => row.split('","')[0])).toEqual(['"AB CD', '"50%,""X""', `"'=1+1`, '"A&B=C#D'])
  const links = rest.map((row) => /http[^"]*/.exec(row)?.[0] ?? '')
  expect(links.map((link) => new URL(link).searchParams.get('invite'))).toEqual(codes.slice(1))
})
