/** One line of the report: `open` is still to do, `unknown` cannot be checked from outside. */
export type Finding = { state: 'ok' | 'open' | 'unknown'; say: string }

/** A hosted project with its publishable key, and the site that is built for it. */
export type Deployment = { url: string; key: string; site: string }

export const ok = (say: string): Finding => ({ state: 'ok', say })
export const open = (say: string): Finding => ({ state: 'open', say })
export const unknown = (say: string): Finding => ({ state: 'unknown', say })

/** `good` if it holds, else `todo`. */
export const check = (holds: boolean, good: string, todo: string): Finding => (holds ? ok(good) : open(todo))

/** One finding per line, the open ones first. */
export function report(findings: Finding[]): string {
  const signs = { open: 'OPEN', unknown: '?   ', ok: 'ok  ' }
  const sorted = (['open', 'unknown', 'ok'] as const).flatMap((state) =>
    findings.filter((finding) => finding.state === state),
  )
  return sorted.map(({ state, say }) => `${signs[state]}  ${say}\n`).join('')
}
