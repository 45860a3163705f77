import { readFileSync } from 'node:fs'

const CHECK_EVERY_MS = 500

/**
 * Calls `stop` once npm, which started this process, is gone; a killed npm does not notify its children.
 * A backend started by hand is left alone.
 */
export function stopWhenOrphaned(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parents = parentPids()
  const timer = setInterval(() => {
    if (parentPids().join() === parents.join()) return
    clearInterval(timer)
    stop()
  }, CHECK_EVERY_MS)
  timer.unref()
}

/** The parent, and the one above when the parent is the shell that npm puts in between. */
function parentPids(): number[] {
  const parent = process.ppid
  try {
    const [, name, above] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(sh|dash|bash|ash|busybox)$/.test(name ?? '') ? [parent, Number(above)] : [parent]
  } catch {
    return [parent]
  }
}
