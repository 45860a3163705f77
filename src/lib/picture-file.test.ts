import { bytesOf, heads, pictureFile } from '@tests/support/pictures'
import { describe, expect, it } from 'vitest'
import { formatSize, readPicture, readPictureFile } from './picture-file'

const limit = 1024

describe('a chosen file', () => {
  it.each([
    ['image/png', 'png', 'png'],
    ['image/jpeg', 'jpeg', 'jpg'],
    ['image/gif', 'gif', 'gif'],
    ['image/webp', 'webp', 'webp'],
  ] as const)('%s is taken', async (type, head, ending) => {
    const file = pictureFile('whatever', type, head, limit)
    expect(await readPictureFile(file, limit)).toEqual({ blob: file, type, ending })
  })

  it.each([
    ['an SVG', pictureFile('a.svg', 'image/svg+xml', 'svg'), 'Choose a PNG, JPEG, GIF or WebP picture.'],
    ['a PDF', pictureFile('a.pdf', 'application/pdf', 'png'), 'Choose a PNG, JPEG, GIF or WebP picture.'],
    ['no type at all', pictureFile('a', '', 'png'), 'Choose a PNG, JPEG, GIF or WebP picture.'],
    ['an empty file', pictureFile('a.png', 'image/png', 'png', 0), 'This file is empty.'],
    [
      'one byte too many',
      pictureFile('a.png', 'image/png', 'png', limit + 1),
      'This picture is larger than 1 KB.',
    ],
    [
      'half a signature',
      pictureFile('a.png', 'image/png', 'png', 7),
      'This is not a PNG, JPEG, GIF or WebP picture.',
    ],
    [
      'an SVG named PNG',
      pictureFile('a.png', 'image/png', 'svg'),
      'This is not a PNG, JPEG, GIF or WebP picture.',
    ],
    [
      'a JPEG named PNG',
      pictureFile('a.png', 'image/png', 'jpeg'),
      'This file is named PNG but holds a JPEG picture. Give it its right name.',
    ],
  ])('%s is refused in words', async (_what, file, words) => {
    await expect(readPictureFile(file, limit)).rejects.toThrow(words)
  })

  it('that moved away meanwhile is refused in words', async () => {
    const file = pictureFile('a.png', 'image/png', 'png')
    file.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('gone')) })
    await expect(readPictureFile(file, limit)).rejects.toThrow('This file cannot be read. Choose it again.')
  })
})

it('what came from an address is known by its bytes, whatever its sender calls it', async () => {
  const blob = new Blob([bytesOf('gif')], { type: 'text/html' })
  expect(await readPicture(blob, limit)).toEqual({ blob, type: 'image/gif', ending: 'gif' })
  const riff = new Uint8Array(heads.webp.with(8, 0x41))
  await expect(readPicture(new Blob([riff]), limit)).rejects.toThrow('This is not a PNG')
})

it('sizes are said as one says them', () => {
  expect([512 * 1024, 1024 * 1024].map(formatSize)).toEqual(['512 KB', '1 MB'])
})
