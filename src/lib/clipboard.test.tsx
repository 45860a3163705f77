import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './clipboard'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})

const stubClipboard = (clipboard?: { writeText: (text: string) => Promise<void> }) =>
  vi.stubGlobal('navigator', { clipboard })

function stubExecCommand(copy: () => boolean) {
  Object.defineProperty(document, 'execCommand', { configurable: true, value: copy })
}

it('copies through the clipboard', async () => {
  const writeText = vi.fn(async () => undefined)
  stubClipboard({ writeText })
  expect(await copyText('R9CL5HX3')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('R9CL5HX3')
})

it('opens the clipboard before the text has arrived', async () => {
  const written: unknown[] = []
  const write = async ([item]: { data: Record<string, Promise<Blob>> }[]) => {
    written.push(await item?.data['text/plain'])
  }
  vi.stubGlobal('navigator', { clipboard: { write } })
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(readonly data: unknown) {}
    },
  )
  expect(await copyText(Promise.resolve('R9CL5HX3'))).toBe(true)
  expect(written).toEqual([new Blob(['R9CL5HX3'], { type: 'text/plain' })])
})

it('rejects if the text does', async () => {
  stubClipboard({ writeText: async () => undefined })
  await expect(copyText(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
})

it.each([
  ['refused', { writeText: () => Promise.reject(new Error('denied')) }],
  ['missing', undefined],
])('falls back when the clipboard is %s, and restores the focus', async (_case, clipboard) => {
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
