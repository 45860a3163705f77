import { inviteCode, tokenCode } from '@tests/support/builders'
import { expect, it } from 'vitest'
import { codesCsv } from './codes-csv'

const tamsin = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' }
const lines = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')
const times = { created_at: '2026-11-01T09:00:00', used_at: '2026-11-02T10:05:00' }

it('writes the value of token codes, and who used them when', () => {
  const csv = codesCsv('token', [
    { ...tokenCode({ code: 'FREE0001', created_at: times.created_at, note: 'Lisbon' }), user: null },
    { ...tokenCode({ code: 'USED0001', ...times, is_used: true }), user: tamsin },
    { ...tokenCode({ code: 'GONE0001', ...times, is_used: true }), user: null },
  ])
  expect(csv.codePointAt(0)).toBe(0xfeff)
  expect(lines(csv)).toEqual([
    '"Code","Token Value","Note","Status","Used By","Email","Used","Created"',
    '"FREE0001","50","Lisbon","Available","","","","2026-11-01 09:00"',
    '"USED0001","50","","Used","Tamsin Ferreira","tamsin@ferreira.example","2026-11-02 10:05","2026-11-01 09:00"',
    '"GONE0001","50","","Used","Unknown user","","2026-11-02 10:05","2026-11-01 09:00"',
  ])
})

it('writes invite codes with their links', () => {
  const csv = codesCsv('invite', [
    { ...inviteCode({ code: 'JOINUS0001', created_at: times.created_at }), user: null },
  ])
  expect(lines(csv)).toEqual([
    '"Code","Link","Note","Status","Used By","Email","Used","Created"',
    `"JOINUS0001","${window.location.origin}/auth?invite=JOINUS0001","","Available","","","","2026-11-01 09:00"`,
  ])
})

it('writes codes of any characters, and links that decode to them', () => {
  const codes = ['AB CD', '50%,"X"', '=1+1', 'A&B=C#D']
  const csv = codesCsv(
    'invite',
    codes.map((code) => ({ ...inviteCode({ code, created_at: times.created_at }), user: null })),
  )
  const rows = lines(csv).slice(1)
  expect(rows.map((row) => row.split('","')[0])).toEqual(['"AB CD', '"50%,""X""', `"'=1+1`, '"A&B=C#D'])
  const links = rows.map((row) => /http[^"]*/.exec(row)?.[0] ?? '')
  expect(links.map((link) => new URL(link).searchParams.get('invite'))).toEqual(codes)
})
