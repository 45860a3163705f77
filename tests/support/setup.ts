import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import './missing-in-jsdom.ts'
import { endRequests, server, startServer } from './server.ts'

// A busy machine needs more time. The document is printed once, when a test has failed, and not whenever a query does.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) =>
    Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
})

const printError = console.error
const printed: string[] = []
console.error = (...words: unknown[]) => {
  printed.push(`console.error: ${words.map(String).join(' ')}`)
  printError(...words)
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

// jsdom would match the hundred rules that Sonner brings against each element whose role is asked for.
for (const sheet of document.head.querySelectorAll('style')) sheet.remove()

beforeAll(startServer)
afterAll(() => server.close())

// What a test leaves behind fails it: requests, toasts, errors in the console.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') printError(prettyDOM())
  vi.useRealTimers()
  cleanup()
  const toasts = toast.getHistory().length
  await turn()
  const requests = await endRequests()
  await turn()
  const late = toast.getHistory().slice(toasts)
  const left = [...requests, ...late.map((one) => `late toast: ${JSON.stringify(one)}`), ...printed.splice(0)]
  toast.dismiss()
  document.body.replaceChildren()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  if (left.length > 0) throw new Error(left.join('\n'))
})
