import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { cacheComputedStyles } from './computed-style.ts'
import { printDocumentOnce } from './element-errors.ts'
import { skipOwnerStacks } from './owner-stacks.ts'
import { awaitRendering } from './rendered-actions.ts'
import { failOnUnexpectedRequests, server, startServer } from './server.ts'

// A busy machine needs more time.
configure({ asyncUtilTimeout: 15_000 })
printDocumentOnce()
awaitRendering()
skipOwnerStacks()

// sonner captures the pointer for swiping, which jsdom does not implement.
HTMLElement.prototype.setPointerCapture ??= () => undefined

// jsdom does not implement modal dialogs.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
  this.dispatchEvent(new Event('close'))
}
// Nor popovers.
HTMLElement.prototype.showPopover ??= () => undefined
HTMLElement.prototype.hidePopover ??= function (this: HTMLElement) {
  this.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }))
}

// jsdom has no layout, in which everything is in view.
globalThis.IntersectionObserver ??= class {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  constructor(readonly report: IntersectionObserverCallback) {}
  observe(target: Element) {
    this.report([{ target, isIntersecting: true } as IntersectionObserverEntry], this)
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

cacheComputedStyles()

beforeAll(startServer)
afterEach(async () => {
  // Error toasts stay until they are dismissed, even in the next test.
  toast.dismiss()
  cleanup()
  document.body.replaceChildren()
  const { forgetSession } = await import('./render.tsx')
  await forgetSession()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  failOnUnexpectedRequests()
})
afterAll(() => {
  server.close()
  failOnUnexpectedRequests()
})

// jsdom's Blob lacks it.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(this)
  })
}
