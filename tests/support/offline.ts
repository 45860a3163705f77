import { act } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { onTestFinished, vi } from 'vitest'
import { server } from './server.ts'

/** Takes the browser offline until the returned function is called, or the test ends. */
export function goOffline(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  const goOnline = () => {
    onLine.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
  }
  onTestFinished(goOnline)
  return goOnline
}

/** Fails every request. */
export function failAllRequests() {
  server.use(http.all('*', () => HttpResponse.error()))
}
