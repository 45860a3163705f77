/** The text of a file in UTF-8, UTF-16 or Windows-1252, in which Excel saves CSV. Rejects what is not text. */
export async function readTextFile(file: Pick<Blob, 'arrayBuffer'>): Promise<string> {
  const bytes = await file.arrayBuffer()
  const text = decode(bytes)
  if (text.includes('\0')) throw new Error('not a text file')
  return text
}

function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
