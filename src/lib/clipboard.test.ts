import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './clipboard'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})

function clipboard(writeText: () => Promise<void>) {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
}

function oldWay(copy: () => boolean) {
  Object.defineProperty(document, 'execCommand', { configurable: true, value: copy })
}

it('copies through the clipboard', async () => {
  const writeText = vi.fn(async () => undefined)
  clipboard(writeText)
  expect(await copyText('R9CL5HX3')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('R9CL5HX3')
})

it('falls back where the clipboard is refused, and puts the focus back', async () => {
  clipboard(() => Promise.reject(new Error('denied')))
  let copied: string | undefined
  oldWay(() => {
    copied = (document.activeElement as HTMLTextAreaElement).value
    return true
  })
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  expect(await copyText('R9CL5HX3')).toBe(true)
  expect(copied).toBe('R9CL5HX3')
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})

it('falls back where there is no clipboard at all', async () => {
  vi.stubGlobal('navigator', {})
  oldWay(() => true)
  expect(await copyText('R9CL5HX3')).toBe(true)
})

it('says when nothing worked', async () => {
  vi.stubGlobal('navigator', {})
  expect(await copyText('R9CL5HX3')).toBe(false)
  oldWay(() => false)
  expect(await copyText('R9CL5HX3')).toBe(false)
})
