/** The smallest PNG that a browser draws. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A picture as a file field takes it. */
export function pngFile(name: string) {
  return { name, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
}
