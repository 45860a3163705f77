const number = new Intl.NumberFormat()
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const longDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const dayOfMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** 1234 -> '1,234' in the viewer's language (D27). */
export function formatNumber(value: number): string {
  return number.format(value)
}

/** Tokens that came or went: 25 -> '+25', -25 -> '−25' with a true minus. */
export function formatSigned(value: number): string {
  return `${value < 0 ? '−' : '+'}${number.format(Math.abs(value))}`
}

/** An ISO time as a day in the viewer's zone and language: '20 Nov 2026' (D27). */
export function formatDate(iso: string): string {
  return day.format(new Date(iso))
}

/** A day in full, for the head of a page: 'Friday 20 November 2026'. */
export function formatLongDate(date: Date): string {
  return longDay.format(date)
}

/** A day without its year, on an axis that has the year at its end: '1 Oct'. */
export function formatDayOfMonth(date: Date): string {
  return dayOfMonth.format(date)
}

/** An ISO time as an hour of the viewer's zone: '14:12'. */
export function formatTime(iso: string): string {
  return time.format(new Date(iso))
}

/** 'one order', 'three orders': the number in front of the form that fits it. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** What a page of a list shows: '26 to 50 of 130 entries'. */
export function pageInfo(page: number, size: number, count: number, one: string, many = `${one}s`): string {
  const first = (page - 1) * size + 1
  return `${formatNumber(first)} to ${formatNumber(Math.min(count, page * size))} of ${formatCount(count, one, many)}`
}
