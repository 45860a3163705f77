import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import '@tests/support/pictures'
import { expect, it } from 'vitest'
import { PictureField } from './picture-field'

const field = () =>
  render(<PictureField label="Picture" limit={10} busy={false} onPicture={() => undefined} />)

/** Returns whether the default of a drop is prevented. */
function drop(target: Element, types: string[]) {
  const event = createEvent.drop(target)
  Object.assign(event, { dataTransfer: { types } })
  fireEvent(target, event)
  return event.defaultPrevented
}

it('prevents the browser from opening a file dropped beside the field', () => {
  const { unmount } = field()
  expect(drop(document.body, ['Files'])).toBe(true)
  expect(drop(document.body, ['text/plain'])).toBe(false)
  expect(drop(screen.getByLabelText('Picture'), ['Files'])).toBe(false)
  unmount()
  expect(drop(document.body, ['Files'])).toBe(false)
})

it('accepts pictures, but no SVG', () => {
  field()
  expect(screen.getByLabelText('Picture')).toHaveAttribute(
    'accept',
    'image/png,image/jpeg,image/gif,image/webp',
  )
})
