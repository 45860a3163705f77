import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { Palette } from '@/components/palette/palette'
import { usePalette } from './use-palette'

function Page() {
  const { isOpen, open } = usePalette()
  return (
    <button type="button" onClick={open}>
      {isOpen ? 'open' : 'closed'}
    </button>
  )
}

it.each([
  ['CapsLock', { key: 'K', code: 'KeyK', ctrlKey: true }],
  ['a Mac', { key: 'k', code: 'KeyK', metaKey: true }],
  ['a Cyrillic layout', { key: 'л', code: 'KeyK', ctrlKey: true }],
  ['a Greek layout', { key: 'κ', code: 'KeyK', ctrlKey: true }],
  ['a Hebrew layout', { key: 'ל', code: 'KeyK', ctrlKey: true }],
  ['Dvorak, with its own K', { key: 'k', code: 'KeyV', ctrlKey: true }],
])('Ctrl+K opens it with %s', (_, press) => {
  render(<Page />)
  fireEvent.keyDown(window, press)
  expect(screen.getByRole('button', { name: 'open' })).toBeVisible()
})

it.each([
  ["Dvorak's Ctrl+T at the place of K", { key: 't', code: 'KeyK', ctrlKey: true }],
  ['AltGr+K', { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }],
  ['Ctrl+Shift+K of the browser', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }],
])('%s does not open it', (_, press) => {
  render(<Page />)
  fireEvent.keyDown(window, press)
  expect(screen.getByRole('button', { name: 'closed' })).toBeVisible()
})

function Address() {
  return <p>{useLocation().pathname}</p>
}

it('Enter opens the result, but not the one that ends the composition of an input method', () => {
  const groups = [{ name: 'People', items: [{ id: 'mika', title: '三木', to: '/mika' }] }]
  const close = vi.fn()
  Element.prototype.scrollIntoView ??= () => undefined
  render(
    <MemoryRouter>
      <Palette hint="Search" term="三" onTerm={() => undefined} groups={groups} status="" onClose={close} />
      <Address />
    </MemoryRouter>,
  )
  const field = screen.getByRole('combobox')
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  // Safari's, after the composition.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(close).toHaveBeenCalledOnce()
  expect(screen.getByText('/mika')).toBeInTheDocument()
})
