import Papa from 'papaparse'

export type KeyLines = { keys: string[]; numbers: number[]; heading?: string }

const lineBreak = /\r\n|\r|\n/g
const heading =
  /^\W*(?:[a-z]+[\s_-])*(?:keys?|codes?|serials?|licen[cs]es?|vouchers?)(?:[\s_-](?:no|number|id))?\W*$/i

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')

export function pastedKeys(text: string): KeyLines {
  return linesOf(
    withoutMark(text)
      .split(lineBreak)
      .map((key, index) => [key, index + 1]),
  )
}

export function csvKeys(csv: string): KeyLines {
  const text = withoutMark(csv)
  const rows: [string, number][] = []
  let [line, read] = [1, 0]
  Papa.parse<string[]>(text, {
    step: ({ data, meta }) => {
      rows.push([data[0] ?? '', line])
      // A quoted cell can hold line breaks.
      line += text.slice(read, meta.cursor).match(lineBreak)?.length ?? 0
      read = meta.cursor
    },
  })
  const [first] = rows[0] ?? ['']
  return heading.test(first) ? { ...linesOf(rows.slice(1)), heading: first } : linesOf(rows)
}

function linesOf(rows: readonly (readonly [key: string, line: number])[]): KeyLines {
  const count = rows.findLastIndex(([key]) => key.trim() !== '') + 1
  const kept = rows.slice(0, count)
  return { keys: kept.map(([key]) => key), numbers: kept.map(([, line]) => line) }
}
