/** Calls `create` on first use only: an Intl formatter delays a slow phone's first page by 0.1 s (P4). */
export function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}

const number = lazy(() => new Intl.NumberFormat())
const day = lazy(
  () => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const longDay = lazy(
  () =>
    new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
)
const dayOfMonth = lazy(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }))
const time = lazy(() => new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }))

/** 1234 -> '1,234', by the viewer's locale (D27). */
export function formatNumber(value: number): string {
  return number().format(value)
}

/** 25 -> '+25', -25 -> '−25' with a true minus. */
export function formatSigned(value: number): string {
  return `${value < 0 ? '−' : '+'}${number().format(Math.abs(value))}`
}

/** Never throws: a time that no Date can hold, as 'infinity', is shown as it is. */
export function formatTimeAs(format: () => Intl.DateTimeFormat, time: string | Date): string {
  try {
    return format().format(new Date(time))
  } catch {
    return String(time)
  }
}

/** '20 Nov 2026', by the viewer's zone and locale (D27). */
export function formatDate(time: string | Date): string {
  return formatTimeAs(day, time)
}

export function formatLongDate(date: string | Date): string {
  return formatTimeAs(longDay, date)
}

/** '1 Oct'. */
export function formatDayOfMonth(date: string | Date): string {
  return formatTimeAs(dayOfMonth, date)
}

export function formatTime(iso: string | Date): string {
  return formatTimeAs(time, iso)
}

export function formatDateTime(time: string | Date): string {
  const [date, clock] = [formatDate(time), formatTime(time)]
  // Both are the time as it is if no Date can hold it.
  return date === clock ? date : `${date}, ${clock}`
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** '1 order', '1,200 orders'. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** Whether a time is on the local day of `now`. */
export function isToday(iso: string, now = new Date()): boolean {
  return new Date(iso).toDateString() === now.toDateString()
}
