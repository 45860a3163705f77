import type { Pool } from 'pg'
import type { LimitOf } from './uploads.ts'

const UNITS: Record<string, number> = { '': 1, B: 1, KB: 1e3, MB: 1e6, KIB: 1024, MIB: 1024 ** 2 }
const LIMIT = 'select file_size_limit::int as bytes from storage.buckets where id = $1'

/** Reads the limit of a bucket; one without a limit of its own has `fallback`, as config.toml writes it. */
export function bucketLimits(pool: Pool, fallback: string): LimitOf {
  const maxBytes = bytesOf(fallback)
  return async (bucket) => {
    const { rows } = await pool.query<{ bytes: number | null }>(LIMIT, [bucket])
    return Math.min(rows[0]?.bytes ?? maxBytes, maxBytes)
  }
}

function bytesOf(size: string): number {
  const [, amount, unit = ''] = /^(\d+)\s*(\w*)$/.exec(size.trim()) ?? []
  const bytes = Number(amount) * (UNITS[unit.toUpperCase()] ?? Number.NaN)
  if (Number.isNaN(bytes)) throw new Error(`"${size}" is not a file size`)
  return bytes
}
