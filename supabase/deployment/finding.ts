/** One line of the report: `open` is still to do, `unknown` cannot be checked from outside. */
export type Finding = { state: 'ok' | 'open' | 'unknown'; say: string }

export const open = (say: string): Finding => ({ state: 'open', say })
export const unknown = (say: string): Finding => ({ state: 'unknown', say })

/** The faults that there are, as something to do; `good` if there is none. */
export function check(good: string, faults: Record<string, boolean> = {}): Finding[] {
  const todo = Object.keys(faults).flatMap((say) => (faults[say] ? open(say) : []))
  return todo.length > 0 ? todo : [{ state: 'ok', say: good }]
}

/** One finding per line, the open ones first. */
export function report(findings: Finding[]): string {
  const signs = { open: 'OPEN', unknown: '?   ', ok: 'ok  ' }
  const order = Object.keys(signs)
  const sorted = findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return sorted.map(({ state, say }) => `${signs[state]}  ${say}\n`).join('')
}
