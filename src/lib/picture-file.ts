import { formatSize } from '@/lib/save-file'

/** No SVG: it can contain scripts, and the buckets are public (D24). */
const kinds = {
  'image/png': { name: 'PNG', ending: 'png' },
  'image/jpeg': { name: 'JPEG', ending: 'jpg' },
  'image/gif': { name: 'GIF', ending: 'gif' },
  'image/webp': { name: 'WebP', ending: 'webp' },
} as const
type Kind = keyof typeof kinds

export const pictureTypes = [...Object.keys(kinds), '.jpg'].join(',')

/** Types that say nothing, or are another name of a kind: systems guess them from the name of the file. */
const aliases: Record<string, Kind | undefined> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' }
const unknownTypes = ['', 'application/octet-stream']

/** `type` is detected from the bytes, and that of `blob`. */
export type Picture = { blob: Blob; type: Kind; ending: string }

/** Its message is for the user. */
export class PictureProblem extends Error {}

/** By the first bytes, regardless of the name. */
function kindOf(bytes: Uint8Array): Kind | undefined {
  const head = String.fromCharCode(...bytes)
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png'
  if (head.startsWith('\xFF\xD8\xFF')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return undefined
}

/** Throws PictureProblem if it is no picture that can be shown, or larger than `limit` bytes. */
export async function readPicture(blob: Blob, limit: number): Promise<Picture> {
  if (blob.size === 0) throw new PictureProblem('This file is empty.')
  if (blob.size > limit) throw new PictureProblem(`This picture is larger than ${formatSize(limit)}.`)
  const head = await blob.slice(0, 12).arrayBuffer()
  const type = kindOf(new Uint8Array(head))
  if (!type) throw new PictureProblem('This is not a PNG, JPEG, GIF or WebP picture.')
  await decode(blob)
  return { blob: blob.slice(0, blob.size, type), type, ending: kinds[type].ending }
}

async function decode(blob: Blob) {
  // Absent in old browsers, as in jsdom.
  const bitmap = await globalThis.createImageBitmap?.(blob).catch(() => {
    throw new PictureProblem('This picture is damaged and cannot be shown.')
  })
  bitmap?.close()
}

/** Throws PictureProblem also if the name contradicts the content. */
export async function readPictureFile(file: File, limit: number): Promise<Picture> {
  const named = aliases[file.type] ?? file.type
  if (!isKind(named) && !unknownTypes.includes(named))
    throw new PictureProblem('Choose a PNG, JPEG, GIF or WebP picture.')
  const picture = await readPicture(file, limit).catch((error: unknown) => {
    // Unreadable: moved, or no longer permitted.
    throw error instanceof PictureProblem
      ? error
      : new PictureProblem('This file cannot be read. Choose it again.')
  })
  if (!isKind(named) || picture.type === named) return picture
  throw new PictureProblem(
    `This file is named ${kinds[named].name} but holds a ${kinds[picture.type].name} picture. Give it its right name.`,
  )
}

function isKind(type: string): type is Kind {
  return type in kinds
}
