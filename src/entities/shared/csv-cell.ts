import * as z from 'zod/mini'
import { isDay, lastMomentOf } from '@/lib/local-time'
import { readWhole } from './schemas'

/** The end of a local day, or the minute that an export of ours names; null for an empty cell. Anything else is refused (D59). */
export const momentCell = z.pipe(
  z.transform(readMoment),
  z.nullable(
    z.string().check(
      z.refine((at) => at.endsWith('Z'), { error: 'Write the date as 2027-12-31.' }),
      z.refine((at) => Date.parse(at) > Date.now(), { error: 'Enter today or a later date.' }),
      z.refine((at) => Date.parse(at) < Date.parse('2100-01-01'), { error: 'Enter a date before 2100.' }),
    ),
  ),
)

function readMoment(cell: unknown): string | null {
  const text = String(cell).trim()
  const [, day = '', minute] =
    /^(\d{4}-\d{2}-\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?)?$/.exec(text) ?? []
  if (text === '') return null
  if (!isDay(day)) return 'no date'
  return minute && minute !== '23:59' ? new Date(`${day}T${minute}`).toISOString() : lastMomentOf(day)
}

type WholeNumberSchema = z.ZodMiniType<number, number>

/** What is no number is refused by the schema. */
const readCell = (cell: unknown, empty: unknown) =>
  (String(cell).trim() === '' ? empty : readWhole(cell)) as number

/** A whole number, or `empty` for an empty cell. */
export const wholeCell = (schema: WholeNumberSchema, empty: unknown) =>
  z.pipe(
    z.transform((cell) => readCell(cell, empty)),
    schema,
  )

/** Null for an empty cell. */
export const optionalWholeCell = (schema: WholeNumberSchema) =>
  z.pipe(
    z.transform((cell): number | null => readCell(cell, null)),
    z.nullable(schema),
  )

/** One more than an address may have, so that a truncated cell is never valid. */
const maxAddress = 321

/** 'Noor Halim <noor@halim.example>' or 'mailto:noor@halim.example' -> 'noor@halim.example' */
export const readAddress = (cell: string) =>
  (/<([^<>]*)>/.exec(cell)?.[1] ?? cell)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[;,]$/, '')
    .slice(0, maxAddress)

/** The server decides what an address is. */
export const emailCell = z.string().check(z.overwrite(readAddress), z.minLength(1, 'No email address'))
