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
export function shownDay({ value, validity }: Pick<HTMLInputElement, 'value' | 'validity'>): string {
  return validity.badInput ? 'incomplete' : value
}
