/** A stored time as a `datetime-local` field shows it, in the viewer's zone (D27): '2027-12-01T09:00'; empty for none. */
export function localTime(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  const zone = date.getTimezoneOffset() * 60_000
  return new Date(date.getTime() - zone).toISOString().slice(0, 16)
}

/** The reverse, for PostgREST; null for an empty field. */
export function storedTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString().replace('.000Z', '+00:00')
}
