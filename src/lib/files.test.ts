import { bytesOf, heads, pictureFile } from '@tests/support/pictures'
import Papa from 'papaparse'
import { describe, expect, it, vi } from 'vitest'
import { fileFacts, formatSize } from '@/lib/save-file'
import { removeApostrophe, toCsv } from './csv'
import { readCsvLines } from './csv-lines'
import { readPicture, readPictureFile } from './picture-file'
import { readTextFile } from './text-file'

describe('CSV', () => {
  it('leaves a number a number, also below 0, where a text like it would be a formula (D22)', () => {
    expect(toCsv(['Tokens', 'Note'], [[-25, '-25']])).toBe('\uFEFF"Tokens","Note"\r\n"-25","\'-25"\r\n')
  })

  const marks = [
    ...['', 'Ann;', 'Ann;;', 'Ann|', 'Ann\t', 'Ann\n', 'Ann\r', 'Ann; "', 'Ann;"";', `Ann;' '`],
    ...[' ', '\t', '"', "'", "''", '\u00a0', 'Ann,'],
  ]
  const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '', '\t', '\r']
  const texts = marks.flatMap((before) =>
    marks.flatMap((mark) => starts.map((start) => `${before}${mark}${start}cmd|'/C calc'!A1;x`)),
  )

  it('starts no cell with a formula, whatever separates cells, and whether quotation marks count', () => {
    const rows = texts.map((text) => ['ORD-1', text, text])
    const csv = toCsv(['Order', 'Name', 'Benefit'], rows).slice(1)
    const cells = [',', ';', '\t', '|'].flatMap((delimiter) =>
      Papa.parse<string[]>(csv, { delimiter }).data.flat(),
    )
    // Excel reads a quotation mark inside a cell as text, and starts a new one at the next separator or line.
    const parts = [';', '\t', '|'].flatMap((mark) => csv.split('\n').flatMap((line) => line.split(mark)))
    expect([...cells, ...parts].filter((text) => /^["\s]*[=+\-@＝＋－＠]/.test(text))).toEqual([])
  })

  it('defuses all that Papa Parse would', () => {
    for (const text of texts) {
      const defused = Papa.unparse([[text]], { escapeFormulae: true, quotes: true })
      if (defused.startsWith(`"'`) && !text.startsWith("'")) expect(toCsv([text], []).slice(1, 3)).toBe(`"'`)
    }
  })

  it('is read back exactly by the imports', () => {
    const rows = texts.map((text) => [text, 'x'])
    const { lines: found } = readCsvLines(toCsv(['Name', 'Mark'], rows))
    // The imports read every line break as one.
    expect(found.slice(1).map(({ cells }) => cells[0])).toEqual(
      texts.map((text) => text.replace(/\r/g, '\n')),
    )
    for (const text of ["'", "Ann's", "'tis", "a;'b", "x|'", ' leading', "O'Neil; 'x'"])
      expect(removeApostrophe(text)).toBe(text)
  })
})

describe('a text file', () => {
  const file = (bytes: readonly number[]) => new Blob([new Uint8Array(bytes)])
  const utf16 = (text: string) => [...text].flatMap((character) => [character.charCodeAt(0), 0])

  it.each([
    ['UTF-8', [0x46, 0xc3, 0xbc, 0x72]],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x46, 0xc3, 0xbc, 0x72]],
    ['Windows-1252', [0x46, 0xfc, 0x72]],
    ['UTF-16', [0xff, 0xfe, 0x46, 0x00, 0xfc, 0x00, 0x72, 0x00]],
    ['UTF-16, big-endian', [0xfe, 0xff, 0x00, 0x46, 0x00, 0xfc, 0x00, 0x72]],
    ['UTF-16 without a mark', utf16('Für')],
    ['UTF-16, big-endian, without a mark', utf16('rüF').reverse()],
  ])('may be %s', async (_, bytes) => expect(await readTextFile(file(bytes))).toBe('Für'))

  const pictureText = 'This file is a picture. Choose a CSV or text file.'
  const noText = 'This file is not text. Choose a CSV or text file.'
  const workbook = 'This file is a workbook. Save its sheet as CSV first.'
  it.each([
    ['a PNG', pictureText, new Blob([bytesOf('png')])],
    ['a JPEG', pictureText, new Blob([bytesOf('jpeg')])],
    ['a GIF', pictureText, new Blob([bytesOf('gif')])],
    ['a WebP', pictureText, new Blob([bytesOf('webp')])],
    ['a workbook', workbook, new Blob(['PK\x03\x04..[Content_Types].xml'])],
    ['an archive', noText, new Blob(['PK\x03\x04..photo.raw'])],
    ['an old workbook', workbook, file([0xd0, 0xcf, 0x11, 0xe0, 0])],
    ['a PDF', 'This file is a PDF. Choose a CSV or text file.', new Blob(['%PDF-1.7'])],
    ['compressed', 'This file is compressed. Choose the CSV file in it.', file([0x1f, 0x8b, 8])],
    ['other bytes', noText, file([0x41, 0, 0, 0, 1])],
    ['zeros at even and odd places', noText, file([0, 0x41, 0, 0x42, 0x43, 0])],
    ['zeros at odd and even places', noText, file([0x41, 0, 0x42, 0, 0, 0x43])],
    ['empty', 'This file is empty.', file([])],
    ['blank', 'This file is empty.', new Blob(['\uFEFF\r\n  '])],
  ])('may not be %s, and the reason is named: %s', async (_, reason, blob) => {
    await expect(readTextFile(blob)).rejects.toThrow(reason)
  })
})

describe('a picture', () => {
  const limit = 1024

  it.each([
    ['image/png', 'png', 'png'],
    ['image/jpeg', 'jpeg', 'jpg'],
    ['image/gif', 'gif', 'gif'],
    ['image/webp', 'webp', 'webp'],
    // What systems say of a JPEG, or of any file that they do not know.
    ['image/jpg', 'jpeg', 'jpg', 'image/jpeg'],
    ['image/pjpeg', 'jpeg', 'jpg', 'image/jpeg'],
    ['', 'webp', 'webp', 'image/webp'],
    ['application/octet-stream', 'png', 'png', 'image/png'],
  ] as const)('may be %s', async (named, head, ending, type: string = named) => {
    const read = await readPictureFile(pictureFile('any', named, head, limit), limit)
    expect(read).toMatchObject({ type, ending })
    expect([read.blob.type, read.blob.size]).toEqual([type, limit])
  })

  const wrongType = 'Choose a PNG, JPEG, GIF or WebP picture.'
  const noPicture = 'This is not a PNG, JPEG, GIF or WebP picture.'
  const misnamed = 'This file is named PNG but holds a JPEG picture. Give it its right name.'
  const tooLarge = 'This picture is larger than 1 KB.'

  it.each([
    ['an SVG', wrongType, pictureFile('a.svg', 'image/svg+xml', 'svg')],
    ['an SVG without a type', noPicture, pictureFile('a', '', 'svg')],
    ['empty', 'This file is empty.', pictureFile('a.png', 'image/png', 'png', 0)],
    ['large', tooLarge, pictureFile('a.png', 'image/png', 'png', limit + 1)],
    ['half a signature', noPicture, pictureFile('a.png', 'image/png', 'png', 7)],
    ['an SVG named PNG', noPicture, pictureFile('a.png', 'image/png', 'svg')],
    ['a JPEG named PNG', misnamed, pictureFile('a.png', 'image/png', 'jpeg')],
  ])('may not be %s: %s', async (_case, message, picture) => {
    await expect(readPictureFile(picture, limit)).rejects.toThrow(message)
  })

  it('has to be whole, and to be there', async () => {
    const picture = pictureFile('a.png', 'image/png', 'png', 8)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('not decoded')))
    const damaged = 'This picture is damaged and cannot be shown.'
    await expect(readPictureFile(picture, limit)).rejects.toThrow(damaged)
    const arrayBuffer = () => Promise.reject(new DOMException('gone'))
    picture.slice = () => Object.assign(new Blob(), { arrayBuffer })
    await expect(readPictureFile(picture, limit)).rejects.toThrow(
      'This file cannot be read. Choose it again.',
    )
  })

  it('is known by its bytes when it is downloaded', async () => {
    const blob = new Blob([bytesOf('gif')], { type: 'text/html' })
    expect(await readPicture(blob, limit)).toMatchObject({ type: 'image/gif', ending: 'gif' })
    const riff = new Uint8Array(heads.webp.with(8, 0x41))
    await expect(readPicture(new Blob([riff]), limit)).rejects.toThrow(noPicture)
  })
})

it('formats sizes and facts of files', () => {
  const sizes = [1, 1023, 1024, 512 * 1024, 1024 * 1024, 19_293_798].map(formatSize)
  expect(sizes).toEqual(['1 byte', '1,023 bytes', '1 KB', '512 KB', '1 MB', '18.4 MB'])
  const facts = (name: string, type: string) => fileFacts({ name, size: 1024, type })
  expect(facts('folder.2027.zip', 'application/zip')).toBe('1 KB, ZIP')
  expect(facts('README', 'text/plain')).toBe('1 KB, text/plain')
  expect(facts('.env', '')).toBe('1 KB')
})
