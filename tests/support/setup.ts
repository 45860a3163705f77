import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { cacheComputedStyles } from './computed-style.ts'
import { failOnUnexpectedRequests, server, startServer } from './server.ts'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 15_000 })

// sonner holds on to a pointer to be swiped by; jsdom has no pointers.
HTMLElement.prototype.setPointerCapture ??= () => undefined

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

cacheComputedStyles()

beforeAll(startServer)
afterEach(async () => {
  // Errors stay until they are dismissed, also into the next test.
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
