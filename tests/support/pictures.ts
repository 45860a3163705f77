/** The first bytes of each kind of picture, as its format defines them. */
export const heads = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d],
  jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1],
  gif: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0],
  webp: [0x52, 0x49, 0x46, 0x46, 0x24, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
  svg: [...'<svg xmlns="http://www.w3.org/2000/svg"/>'].map((character) => character.charCodeAt(0)),
}
type Head = keyof typeof heads

/** The bytes of a picture, padded to `size`. */
export function bytesOf(head: Head, size = heads[head].length): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  bytes.set(heads[head].slice(0, size))
  return bytes
}

/** A chosen file, whose name and type may contradict its content. */
export function pictureFile(name: string, type: string, head: Head, size?: number): File {
  return new File([bytesOf(head, size)], name, { type })
}

export const png = (name = 'picture.png', size?: number) => pictureFile(name, 'image/png', 'png', size)
