const padTwoDigits = (part: number) => String(part).padStart(2, '0')

/**
 * A stored time as a `datetime-local` field shows it, in the viewer's zone (D27): '2027-12-01T09:00'; empty for none, and for
 * one that the field cannot show, as 'infinity'.
 */
export function localTime(iso: string | null): string {
  if (iso === null) return ''
  const time = new Date(iso)
  const year = time.getFullYear()
  if (!(year >= 0 && year <= 9999)) return ''
  const day = [
    String(year).padStart(4, '0'),
    padTwoDigits(time.getMonth() + 1),
    padTwoDigits(time.getDate()),
  ].join('-')
  return `${day}T${padTwoDigits(time.getHours())}:${padTwoDigits(time.getMinutes())}`
}

/** The reverse, for PostgREST; null for an empty field. */
export function storedTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString().replace('.000Z', '+00:00')
}

/** Why a field's value is no time that can be stored; undefined if it is one. */
export function localTimeProblem(local: string): string | undefined {
  const time = new Date(local)
  if (Number.isNaN(time.getTime())) return 'Enter a date and a time, or clear both.'
  const year = time.getFullYear()
  if (year < 2000 || year > 2199) return 'Write the year in four digits, from 2000 to 2199.'
  // new Date() takes a time that the clocks skip for another one.
  return localTime(time.toISOString()) === local.slice(0, 16)
    ? undefined
    : 'The clocks go forward then, so there is no such time. Choose another.'
}

/** A valid `yyyy-mm-dd`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00`)
  return !Number.isNaN(date.getTime()) && date.getDate() === Number(text.slice(8))
}

/** Local midnight as ISO text (D27). */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00`).toISOString()
}

/** The last millisecond of a local day as ISO text: its date is still that day's. */
export function lastMomentOf(day: string): string {
  return new Date(Date.parse(endOfDay(day)) - 1).toISOString()
}

/** The next local midnight, however many hours the day has (D27). */
export function endOfDay(day: string): string {
  const date = new Date(`${day}T00:00`)
  date.setHours(24, 0)
  return date.toISOString()
}

/** What a date field shows; browsers report an incomplete date as an empty value. */
export function dayInputValue({ value, validity }: Pick<HTMLInputElement, 'value' | 'validity'>): string {
  return validity.badInput ? 'incomplete' : value
}
