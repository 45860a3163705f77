import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** A promise that the test resolves. */
export function held() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release: () => release() }
}

/** What is to happen after exactly `ms`, until the end of the test: only when the test lets the time pass. */
export function heldTimer(ms: number) {
  const { setTimeout: start, clearTimeout: stop } = globalThis
  const waiting = new Map<unknown, () => void>()
  vi.stubGlobal('setTimeout', (run: () => void, after?: number, ...rest: unknown[]) => {
    if (after !== ms) return start(run, after, ...rest)
    const timer = {}
    waiting.set(timer, run)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer?: NodeJS.Timeout) => {
    if (!waiting.delete(timer)) stop(timer)
  })
  const pass = () => {
    for (const run of waiting.values()) run()
    waiting.clear()
  }
  return { isRunning: () => waiting.size > 0, pass: () => act(pass) }
}
