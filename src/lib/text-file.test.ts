import { expect, it } from 'vitest'
import { readTextFile } from './text-file'

const read = (...bytes: number[]) => readTextFile(new Blob([new Uint8Array(bytes)]))

it.each([
  ['UTF-8', [0x46, 0xc3, 0xbc, 0x72]],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x46, 0xc3, 0xbc, 0x72]],
  ['Windows-1252', [0x46, 0xfc, 0x72]],
  ['UTF-16', [0xff, 0xfe, 0x46, 0x00, 0xfc, 0x00, 0x72, 0x00]],
  ['UTF-16, big-endian', [0xfe, 0xff, 0x00, 0x46, 0x00, 0xfc, 0x00, 0x72]],
])('reads %s', async (_, bytes) => expect(await read(...bytes)).toBe('Für'))

it('reads an empty file', async () => expect(await read()).toBe(''))

it('rejects a workbook', async () => {
  await expect(read(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00)).rejects.toThrow('not a text file')
})
