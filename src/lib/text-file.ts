/** Its message is for the user. */
export class TextFileProblem extends Error {}

const picture = 'This file is a picture. Choose a CSV or text file.'
const workbook = 'This file is a workbook. Save its sheet as CSV first.'
/** By the first bytes, whatever the name says. */
const binaries: [start: string, problem: string][] = [
  ['\x89PNG', picture],
  ['\xFF\xD8\xFF', picture],
  ['GIF8', picture],
  ['RIFF', picture],
  ['PK\x03\x04', workbook],
  ['\xD0\xCF\x11\xE0', workbook],
  ['%PDF-', 'This file is a PDF. Choose a CSV or text file.'],
  ['\x1F\x8B', 'This file is compressed. Choose the CSV file in it.'],
]
const noText = 'This file is not text. Choose a CSV or text file.'

/** The text of a file in UTF-8, UTF-16 or Windows-1252, in which Excel saves CSV. Throws TextFileProblem. */
export async function readTextFile(file: Pick<Blob, 'arrayBuffer'>): Promise<string> {
  const bytes = await file.arrayBuffer().catch(() => {
    // Moved, or no longer permitted.
    throw new TextFileProblem('This file cannot be read. Choose it again.')
  })
  const head = String.fromCharCode(...new Uint8Array(bytes, 0, Math.min(200, bytes.byteLength)))
  const [, problem] = binaries.find(([start]) => head.startsWith(start)) ?? []
  if (problem)
    throw new TextFileProblem(
      head.startsWith('PK') && !/xl\/|\[Content_Types\]|mimetype/.test(head) ? noText : problem,
    )
  const text = new TextDecoder(encodingOf(head, bytes)).decode(bytes)
  // Control characters that no text has.
  if (/(?![\t-\r])\p{Cc}/u.test(text)) throw new TextFileProblem(noText)
  if (text.trim() === '') throw new TextFileProblem('This file is empty.')
  return text
}

function encodingOf(head: string, bytes: ArrayBuffer): string {
  const zeros = (from: number) => [...head].filter((byte, at) => at % 2 === from && byte === '\0').length
  // UTF-16 without a byte order mark: every other byte of Latin letters is 0.
  if (head.startsWith('\xFF\xFE') || (zeros(1) > head.length / 4 && zeros(0) === 0)) return 'utf-16le'
  if (head.startsWith('\xFE\xFF') || (zeros(0) > head.length / 4 && zeros(1) === 0)) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
