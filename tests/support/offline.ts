import { act } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { onTestFinished, vi } from 'vitest'
import { server } from './server.ts'

/** Takes this browser's network away, and gives it back at the end of the test at the latest; returns the way back. */
export function goOffline(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  const comeBack = () => {
    onLine.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
  }
  onTestFinished(comeBack)
  return comeBack
}

/** No request gets through any more. */
export function cutTheLine() {
  server.use(http.all('*', () => HttpResponse.error()))
}
