import { strToU8, Zip, ZipDeflate } from 'fflate'
import { type DataPart, type DataRow, dataParts, type MyData } from '@/entities/privacy/parts'
import { brand } from '@/lib/brand'
import { toCsv } from '@/lib/csv'
import { pause } from '@/lib/pause'

const sliceRows = 250

type File = [name: string, slices: Iterable<string>]

/** A zip file: everything as JSON, each part as CSV, and a text about both. Yields between slices. */
export async function buildArchive(data: MyData, madeAt: Date, signal: AbortSignal): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(new Uint8Array(chunk))
  })
  for (const [name, slices] of archiveFiles(data, madeAt)) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = madeAt
    zip.add(file)
    for (const slice of slices) {
      signal.throwIfAborted()
      file.push(strToU8(slice))
      await pause()
    }
    file.push(new Uint8Array(0), true)
  }
  zip.end()
  return new Blob(chunks, { type: 'application/zip' })
}

function archiveFiles(data: MyData, madeAt: Date): File[] {
  return [
    ['README.txt', [readMe(data, madeAt)]],
    ['data.json', jsonOf(data, madeAt)],
    ...parts.map((part): File => [`csv/${part}.csv`, csvOf(data[part])]),
  ]
}

const parts = Object.keys(dataParts) as DataPart[]

function* slicesOf(rows: readonly DataRow[]) {
  for (let from = 0; from < rows.length; from += sliceRows) yield rows.slice(from, from + sliceRows)
}

function* jsonOf(data: MyData, madeAt: Date) {
  yield `{"made_at":${JSON.stringify(madeAt)}`
  for (const part of parts) {
    let before = `,\n"${part}":[`
    for (const slice of slicesOf(data[part])) {
      yield before + slice.map((row) => `\n ${JSON.stringify(row)}`).join(',')
      before = ','
    }
    yield data[part].length > 0 ? ']' : `${before}]`
  }
  yield '}\n'
}

function* csvOf(rows: readonly DataRow[]) {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const start = toCsv(head, [])
  yield start
  for (const slice of slicesOf(rows)) {
    yield toCsv(
      head,
      slice.map((row) => head.map((name) => cellOf(row[name]))),
    ).slice(start.length)
  }
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return value
  return JSON.stringify(value)
}

function readMe(data: MyData, madeAt: Date): string {
  const lines = parts.map((part) => `${part}: ${dataParts[part]}, ${data[part].length}`)
  return [
    `What ${brand.name} holds about you, on ${madeAt.toISOString()}.`,
    '',
    'data.json has all of it, csv/ each part as a table for spreadsheets. Times are UTC.',
    'A text that a spreadsheet would run as a formula starts with an apostrophe in csv/.',
    'What was delivered to you and you have not opened yet is named without its content: opening it counts.',
    'Not in it: your password, of which only a hash is stored, and what administrators note for each other.',
    '',
    ...lines,
    '',
  ].join('\r\n')
}
