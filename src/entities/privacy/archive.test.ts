import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { buildArchive } from './archive'
import { type DataPart, dataParts, type MyData } from './parts'

const none = Object.fromEntries(Object.keys(dataParts).map((part) => [part, []])) as unknown as MyData
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const at = new Date('2026-11-23T17:00:00Z')

async function build(parts: Partial<MyData>, signal = new AbortController().signal) {
  const archive = await buildArchive({ ...none, ...parts }, at, signal)
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  return { files: Object.keys(files), text: (name: string) => utf8.decode(files[name]) }
}

it('has all of it as JSON, each part as CSV with every column, and formulas defused', async () => {
  const orders = [
    { name: '=1+1', tokens: -5 },
    { name: null, data: { a: [1] }, open: true },
  ]
  const { files, text } = await build({ orders })
  expect(files).toEqual([
    'README.txt',
    'data.json',
    ...(Object.keys(dataParts) as DataPart[]).map((part) => `csv/${part}.csv`),
  ])
  expect(JSON.parse(text('data.json'))).toEqual({ made_at: at.toISOString(), ...none, orders })
  expect(text('csv/orders.csv')).toBe(
    '\uFEFF"name","tokens","data","open"\r\n"\'=1+1","-5","",""\r\n"","","{""a"":[1]}","true"\r\n',
  )
  expect(text('README.txt')).toContain('orders: Orders, 2')
})

it('holds more than one chunk, and stops when it is cancelled', async () => {
  const token_entries = Array.from({ length: 5000 }, (_, seq) => ({ seq, description: `Entry ${seq}` }))
  const { text } = await build({ token_entries })
  expect(JSON.parse(text('data.json')).token_entries).toEqual(token_entries)
  const control = new AbortController()
  const building = build({ token_entries }, control.signal)
  control.abort()
  await expect(building).rejects.toThrow('aborted')
})
