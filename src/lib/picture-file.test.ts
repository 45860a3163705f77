import { bytesOf, heads, pictureFile } from '@tests/support/pictures'
import { expect, it } from 'vitest'
import { readPicture, readPictureFile } from './picture-file'

const limit = 1024

it.each([
  ['image/png', 'png', 'png'],
  ['image/jpeg', 'jpeg', 'jpg'],
  ['image/gif', 'gif', 'gif'],
  ['image/webp', 'webp', 'webp'],
] as const)('accepts %s', async (type, head, ending) => {
  const picture = pictureFile('any', type, head, limit)
  expect(await readPictureFile(picture, limit)).toEqual({ blob: picture, type, ending })
})

const wrongType = 'Choose a PNG, JPEG, GIF or WebP picture.'
const noPicture = 'This is not a PNG, JPEG, GIF or WebP picture.'

it.each([
  ['an SVG', wrongType, pictureFile('a.svg', 'image/svg+xml', 'svg')],
  ['a PDF', wrongType, pictureFile('a.pdf', 'application/pdf', 'png')],
  ['a file without a type', wrongType, pictureFile('a', '', 'png')],
  ['an empty file', 'This file is empty.', pictureFile('a.png', 'image/png', 'png', 0)],
  ['a large file', 'This picture is larger than 1 KB.', pictureFile('a.png', 'image/png', 'png', limit + 1)],
  ['half a signature', noPicture, pictureFile('a.png', 'image/png', 'png', 7)],
  ['an SVG named PNG', noPicture, pictureFile('a.png', 'image/png', 'svg')],
  [
    'a JPEG named PNG',
    'This file is named PNG but holds a JPEG picture. Give it its right name.',
    pictureFile('a.png', 'image/png', 'jpeg'),
  ],
])('rejects %s: %s', async (_case, message, picture) => {
  await expect(readPictureFile(picture, limit)).rejects.toThrow(message)
})

it('rejects a file that has moved', async () => {
  const moved = pictureFile('a.png', 'image/png', 'png')
  const arrayBuffer = () => Promise.reject(new DOMException('gone'))
  moved.slice = () => Object.assign(new Blob(), { arrayBuffer })
  await expect(readPictureFile(moved, limit)).rejects.toThrow('This file cannot be read. Choose it again.')
})

it('detects the type of a downloaded picture from its bytes', async () => {
  const blob = new Blob([bytesOf('gif')], { type: 'text/html' })
  expect(await readPicture(blob, limit)).toEqual({ blob, type: 'image/gif', ending: 'gif' })
  const riff = new Uint8Array(heads.webp.with(8, 0x41))
  await expect(readPicture(new Blob([riff]), limit)).rejects.toThrow(noPicture)
})
