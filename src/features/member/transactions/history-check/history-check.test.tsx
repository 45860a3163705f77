import { createHash } from 'node:crypto'
import { screen } from '@testing-library/react'
import { memberId, transaction } from '@tests/support/builders'
import { serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { chainText } from '@/entities/history/chain'
import { HistoryCheck } from './history-check'

type Row = ReturnType<typeof transaction>

/** Rows that follow from each other. */
function chained(count: number): Row[] {
  let head = Buffer.alloc(0)
  return Array.from({ length: count }, (_, index) => {
    // Two entries have the same seq, around the end of a page.
    const seq = index < 1000 ? index + 1 : index
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const row = transaction({ id, seq, balance_after: 25 * (index + 1) })
    head = createHash('sha256').update(head).update(chainText(row)).digest()
    return { ...row, hash: `\\x${head.toString('hex')}` }
  })
}

/** The ledger as its API returns it, page by page, and the balance. */
function serve(rows: Row[], balance = rows.at(-1)?.balance_after, count = rows.length) {
  serveProfile({ current_tokens: balance })
  server.use(
    http.all('*/rest/v1/token_transactions', ({ request }) => {
      const query = new URL(request.url).searchParams
      const wanted = query.get('id')?.slice('eq.'.length)
      const [, seq = '-Infinity', after = ''] =
        /^\(seq\.gt\.(.+),id\.gt\.(.+)\)$/.exec(query.get('or') ?? '') ?? []
      const found = rows.filter((row) =>
        wanted ? row.id === wanted : row.seq > Number(seq) || (row.seq === Number(seq) && row.id > after),
      )
      const page = found
        .slice(0, Number(query.get('limit') ?? 1000))
        .map((row) => (wanted ? row : { ...row, place: String(row.seq) }))
      const headers = { 'content-range': `0-0/${count}` }
      if (request.method === 'HEAD') return new HttpResponse(null, { headers })
      const single = request.headers.get('accept')?.includes('object')
      return HttpResponse.json(single ? { ...page[0], order: null } : page, { headers })
    }),
  )
}

const open = () => renderPage(<HistoryCheck />)
const receipt = (over: object) => {
  const row = chained(2).at(-1)
  const content = {
    receipt: 'guildhall ledger 1',
    account: memberId,
    count: 2,
    head: row?.hash.slice(2),
    checkedAt: '2026-11-14T10:00:00.000Z',
    ...over,
  }
  const text = JSON.stringify(content)
  const file = new File([text], 'receipt.json', { type: 'application/json' })
  // jsdom's File lacks text().
  return Object.assign(file, { text: async () => text })
}

beforeEach(async () => {
  await signInAs()
  serveProfile()
})

it('confirms a history of several pages, and saves its head as a receipt', async () => {
  const rows = chained(2_000)
  serve(rows)
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'All 2,000 entries match' })).toBeVisible()
  const saved = catchSavedFiles()
  await user.click(screen.getByRole('button', { name: 'Save as a receipt' }))
  expect(JSON.parse((await saved.lines(0)).join())).toMatchObject({
    account: memberId,
    count: 2000,
    head: rows.at(-1)?.hash.slice(2),
  })
})

it('names the entry that does not match, with both hashes and a way to report it', async () => {
  const rows = chained(5)
  serve(rows.map((row, index) => (index === 2 ? { ...row, amount: 26 } : row)))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('Entry 3 does not match')
  expect(screen.getByText(/^Entries 1 to 2 match/)).toHaveTextContent(
    'so the 2 entries after it cannot be vouched for',
  )
  expect(screen.getByText('Written down').nextSibling).toHaveTextContent(rows[2]?.hash.slice(2, 6) ?? '')
  const report = screen.getByRole('link', { name: 'Send to Guildhall' }).getAttribute('href')
  expect(decodeURIComponent(report ?? '')).toContain(`Entry: ${rows[2]?.id}`)
})

it('names an entry whose time no date can hold', async () => {
  serve(chained(3).map((row, index) => (index === 1 ? { ...row, created_at: 'infinity' } : row)))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('Entry 2 does not match')
  expect(screen.getByText(/No\. 2/).parentElement).toHaveTextContent('infinity')
})

it.each([
  ['no entries, although every account begins', 0, 0],
  ['3 entries, of which only 2 could be read', 2, 3],
])('says that a history has %s', async (text, read, count) => {
  serve(chained(read), read * 25, count)
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('Entries are missing')
  expect(screen.getByText(new RegExp(text))).toBeVisible()
})

it('says that the balance after the last entry does not match', async () => {
  serve(chained(3), 100)
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('Your balance does not match')
  expect(screen.getByText(/but your balance is 100/)).toBeVisible()
  const report = screen.getByRole('link', { name: 'Send to Guildhall' }).getAttribute('href')
  expect(decodeURIComponent(report ?? '')).toContain('my balance is 100')
})

it.each([
  ['matches: your first 2 entries have not changed since.', {}, 3],
  ['does not match: your first 2 entries', { head: '0'.repeat(64) }, 3],
  ['counts 2 entries; fewer of them are here', {}, 1],
])('says that a receipt %s', async (text, over, count) => {
  serve(chained(count))
  const { user } = open()
  await user.upload(await screen.findByLabelText('Receipt'), receipt(over))
  expect(await screen.findByText(new RegExp(text))).toBeVisible()
})

it.each([
  ['receipt.json is not a receipt of a history.', { count: -1 }],
  ['receipt.json is the receipt of another account.', { account: '11111111-1111-4111-8111-111111111111' }],
])('refuses a file in place: %s', async (text, over) => {
  serve(chained(1))
  const { user } = open()
  await user.upload(await screen.findByLabelText('Receipt'), receipt(over))
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByRole('heading', { name: 'The one entry matches' })).toBeVisible()
})

it('says that it could not check, and checks again', async () => {
  server.use(
    http.all('*/rest/v1/token_transactions', () => HttpResponse.json({ message: 'no' }, { status: 400 })),
  )
  const { user } = open()
  expect(await screen.findByRole('alert')).toHaveTextContent('Your history could not be checked.')
  serve(chained(1))
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('heading', { name: 'The one entry matches' })).toBeVisible()
})
