import type { Locator, Page } from '@playwright/test'

type Recorded = { events: number[]; click: number; painted?: number }
declare global {
  interface Window {
    recorded: Recorded
  }
}

/** How long an interaction took, in ms: its slowest event (INP), and from the click to the painted frame of a dialog. */
export type Timing = { inp: number; frame?: number }

/** Records event timings and dialogs in every page from its start. */
export async function recordInteractions(page: Page) {
  await page.addInitScript(() => {
    window.recorded = { events: [], click: 0 }
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
        if (entry.interactionId) window.recorded.events.push(entry.duration)
      }
    })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    addEventListener('click', ({ timeStamp }) => Object.assign(window.recorded, { click: timeStamp }), true)
    let open = 0
    const noticeDialogs = () => {
      const count = document.querySelectorAll('[role="dialog"], dialog[open]').length
      const opened = count > open
      open = count
      if (!opened || window.recorded.painted) return
      // The task after the next frame runs once that frame is painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          window.recorded.painted ??= performance.now()
        }
        port2.postMessage(0)
      })
    }
    new MutationObserver(noticeDialogs).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['open'],
    })
  })
}

/** Performs `action` and waits until its events, and with `opens` the frame of a dialog, are recorded. */
export async function timingOf(page: Page, action: () => Promise<unknown>, opens = false): Promise<Timing> {
  await page.evaluate(() => Object.assign(window.recorded, { events: [], painted: undefined }))
  await action()
  // Not a locator: its queries would slow down what is measured.
  if (opens) await page.waitForFunction(() => window.recorded.painted)
  // Entries are delivered after the frame that shows their effect.
  await page.waitForTimeout(300)
  const { events, click, painted } = await page.evaluate(() => window.recorded)
  return { inp: Math.max(0, ...events), frame: painted && Math.round(painted - click) }
}

export async function throttleCpu(page: Page, rate: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Types three letters with a pause after each in which the list is filtered, then clears the field. */
export async function search(field: Locator) {
  await field.pressSequentially('abc', { delay: 300 })
  await field.press('Escape')
}
