import { vi } from 'vitest'

/** Records the files that a page saves: their names, contents, and their lines without the byte order mark. */
export function catchSavedFiles() {
  const blobs: Blob[] = []
  const names: string[] = []
  URL.createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return {
    names,
    blobs,
    lines: async (at: number) => (await text(blobs[at])).replace('\uFEFF', '').trimEnd().split('\r\n'),
  }
}

/** jsdom's Blob lacks text(). */
function text(blob = new Blob()): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
}
