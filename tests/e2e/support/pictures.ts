/** A PNG of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A picture for a file input. */
export function pngFile(name: string) {
  return { name, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
}
