import { formatCount } from '@/lib/format'

export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** 524288 -> '512 KB', 19293798 -> '18.4 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return formatCount(bytes, 'byte')
  return bytes < 1024 ** 2 ? `${tenths.format(bytes / 1024)} KB` : `${tenths.format(bytes / 1024 ** 2)} MB`
}

export type FileFacts = { name: string; size: number; type: string }

/** '18.4 MB, ZIP': the size, and the ending of the name or else the type. */
export function fileFacts({ name, size, type }: FileFacts): string {
  const ending = /.\.([a-z0-9]{1,5})$/i.exec(name)?.[1]
  return [formatSize(size), ending?.toUpperCase() || type].filter(Boolean).join(', ')
}
