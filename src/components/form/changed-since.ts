const maxLength = 300

/** Changed by another admin since the form was opened (D7). */
export function changedSince(value: string): string {
  const shown = value.length > maxLength ? `${value.slice(0, maxLength)}...` : value
  const happened = shown ? `Changed to "${shown}" since you opened it.` : 'Cleared since you opened it.'
  return `${happened} Nothing was saved: save again to replace it.`
}
