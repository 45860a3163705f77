import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ErrorReport, reportError, setErrorReporter, watchErrors } from '@/lib/error-reporter'
import { copyText } from './clipboard'
import { NetworkError } from './errors'
import { progressFetch } from './progress-fetch'
import { browserStorage, tabStorage } from './storage'
import { offlineCacheKey } from './storage-keys'

describe('storage', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    browserStorage.drop('a')
  })

  /** As in Chrome and Safari with cookies blocked: accessing the storage throws. */
  function block() {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      vi.spyOn(window, name, 'get').mockImplementation(() => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      })
  }

  /** A full storage, unless the key `room` is removed from it. */
  function fill(room?: string) {
    const write = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (room === undefined || this.getItem(room) !== null)
        throw new DOMException('full', 'QuotaExceededError')
      write.call(this, key, value)
    })
  }

  it('is that of the browser', () => {
    browserStorage.setItem('a', '1')
    tabStorage.setItem('b', '2')
    expect([localStorage.getItem('a'), sessionStorage.getItem('b')]).toEqual(['1', '2'])
    localStorage.setItem('a', 'from another tab')
    expect(browserStorage.getItem('a')).toBe('from another tab')
    browserStorage.removeItem('a')
    expect(localStorage.getItem('a')).toBeNull()
  })

  it.each([
    ['blocked', block],
    ['full', () => fill()],
  ])('that is %s is replaced by memory', (_what, spoil) => {
    spoil()
    for (const storage of [browserStorage, tabStorage]) {
      storage.setItem('a', '1')
      expect(storage.getItem('a')).toBe('1')
      storage.removeItem('a')
      expect(storage.getItem('a')).toBeNull()
    }
  })

  it('drops the offline cache to make room, and an old value when the new one does not fit', () => {
    localStorage.setItem(offlineCacheKey, 'much')
    fill(offlineCacheKey)
    browserStorage.setItem('a', 'old')
    expect(localStorage.getItem('a')).toBe('old')
    expect(localStorage.getItem(offlineCacheKey)).toBeNull()
    fill()
    browserStorage.setItem('a', 'new')
    expect(browserStorage.getItem('a')).toBe('new')
    expect(localStorage.getItem('a')).toBeNull()
    browserStorage.drop('a')
    expect(browserStorage.getItem('a')).toBeNull()
  })
})

describe('the clipboard', () => {
  afterEach(() => void Reflect.deleteProperty(document, 'execCommand'))

  const stubClipboard = (clipboard?: object) => vi.stubGlobal('navigator', { clipboard })
  const stubExecCommand = (value: () => boolean) =>
    Object.defineProperty(document, 'execCommand', { configurable: true, value })

  it('receives a text, and rejects if the text does', async () => {
    const writeText = vi.fn(async () => undefined)
    stubClipboard({ writeText })
    expect(await copyText('R9CL5HX3')).toBe(true)
    expect(writeText).toHaveBeenCalledWith('R9CL5HX3')
    await expect(copyText(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  })

  it('opens before the text has arrived', async () => {
    const written: unknown[] = []
    const write = async ([item]: { data: Record<string, Promise<Blob>> }[]) => {
      written.push(await item?.data['text/plain'])
    }
    stubClipboard({ write })
    vi.stubGlobal(
      'ClipboardItem',
      class {
        constructor(readonly data: unknown) {}
      },
    )
    expect(await copyText(Promise.resolve('R9CL5HX3'))).toBe(true)
    expect(written).toEqual([new Blob(['R9CL5HX3'], { type: 'text/plain' })])
  })

  it.each([
    ['refused', { writeText: () => Promise.reject(new Error('denied')) }],
    ['missing', undefined],
  ])('that is %s is replaced by a selection, which restores the focus', async (_case, clipboard) => {
    stubClipboard(clipboard)
    let copied: string | undefined
    stubExecCommand(() => {
      copied = (document.activeElement as HTMLTextAreaElement).value
      return true
    })
    const button = document.body.appendChild(document.createElement('button'))
    button.focus()
    expect(await copyText('R9CL5HX3')).toBe(true)
    expect(copied).toBe('R9CL5HX3')
    expect(button).toHaveFocus()
    expect(document.querySelector('textarea')).toBeNull()
  })

  it('reports that nothing worked', async () => {
    stubClipboard()
    expect(await copyText('R9CL5HX3')).toBe(false)
    stubExecCommand(() => false)
    expect(await copyText('R9CL5HX3')).toBe(false)
  })
})

it('reports uncaught errors and unhandled rejections until it is stopped, and survives a failing reporter', () => {
  const reports: ErrorReport[] = []
  setErrorReporter((report) => void reports.push(report))
  const stop = watchErrors()
  const reject = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  const [broken, forgotten] = [new Error('broken'), new Error('forgotten')]
  window.dispatchEvent(new ErrorEvent('error', { error: broken }))
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
  reject(forgotten)
  stop()
  window.dispatchEvent(new ErrorEvent('error', { message: 'late' }))
  reject('late')
  expect(reports).toEqual([
    { error: broken, source: 'error' },
    { error: 'Script error.', source: 'error' },
    { error: forgotten, source: 'rejection' },
  ])
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  setErrorReporter(() => {
    throw new Error('service down')
  })
  expect(() => reportError({ error: 'x', source: 'error' })).not.toThrow()
  expect(log).toHaveBeenCalledOnce()
  setErrorReporter(() => undefined)
})

describe('a request with progress', () => {
  const url = 'http://localhost/storage/v1/object/deliveries/a'
  const sendTo = (init?: RequestInit, onProgress = vi.fn()) => progressFetch(onProgress)(url, init)

  it('sends headers and a body, and reports the bytes sent and received', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(url, async ({ request }) => {
        sent.push(request.headers.get('x-upsert'), await request.text())
        return HttpResponse.json({ Key: 'a' })
      }),
      http.get(url, () => HttpResponse.arrayBuffer(new Uint8Array([1, 2, 3]).buffer)),
    )
    const onProgress = vi.fn()
    const upload = { method: 'POST', headers: { 'x-upsert': 'false' }, body: 'four' }
    expect(await (await sendTo(upload, onProgress)).json()).toEqual({ Key: 'a' })
    expect(sent).toEqual(['false', 'four'])
    expect(onProgress).toHaveBeenLastCalledWith(4)
    const received = await sendTo({}, onProgress)
    expect(new Uint8Array(await received.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    expect(onProgress).toHaveBeenLastCalledWith(3)
  })

  it('resolves with any status, and rejects with a network error without a response', async () => {
    for (const status of [204, 403]) {
      server.use(http.get(url, () => new HttpResponse(null, { status })))
      expect((await sendTo()).status).toBe(status)
    }
    server.use(http.get(url, () => HttpResponse.error()))
    await expect(sendTo()).rejects.toBeInstanceOf(NetworkError)
  })

  it('rejects with the reason of an abort, before and while sending', async () => {
    server.use(http.post(url, () => new Promise(() => undefined)))
    await expect(sendTo({ signal: AbortSignal.abort('left') })).rejects.toBe('left')
    const controller = new AbortController()
    const sent = sendTo({ method: 'POST', body: 'x', signal: controller.signal })
    controller.abort('cancelled')
    await expect(sent).rejects.toBe('cancelled')
  })
})

it('makes random ids where the browser does not, on plain http', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  await import('./random-uuid')
  const ids = Array.from({ length: 100 }, () => crypto.randomUUID())
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(100)
})
