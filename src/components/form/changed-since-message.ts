const maxLength = 300

/** Changed by another admin since the form was opened (D7). */
export function changedSinceMessage(value: string): string {
  const truncated = value.length > maxLength ? `${value.slice(0, maxLength)}...` : value
  const change = truncated ? `Changed to "${truncated}" since you opened it.` : 'Cleared since you opened it.'
  return `${change} Nothing was saved: save again to replace it.`
}
