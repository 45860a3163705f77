import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import './missing-in-jsdom.ts'
import { abortPending, failOnUnexpectedRequests, server, startServer } from './server.ts'

// A busy machine needs more time. The document is printed once, when a test has failed, and not whenever a query does.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) =>
    Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
})

const printError = console.error
const errors: string[] = []
console.error = (...words: unknown[]) => {
  errors.push(words.map(String).join(' '))
  printError(...words)
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

beforeAll(startServer)
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') printError(prettyDOM())
  vi.useRealTimers()
  cleanup()
  const toasts = toast.getHistory().length
  await turn()
  const left = abortPending()
  await turn()
  const late = toast.getHistory().slice(toasts)
  toast.dismiss()
  document.body.replaceChildren()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  failOnUnexpectedRequests()
  if (left.length > 0) throw new Error(`Pending when the test ended:\n${left.join('\n')}`)
  if (late.length > 0) throw new Error(`Toasts after the test ended: ${JSON.stringify(late)}`)
  const printed = errors.splice(0)
  if (printed.length > 0) throw new Error(`console.error: ${printed.join('\n')}`)
})
afterAll(() => {
  server.close()
  failOnUnexpectedRequests()
})
