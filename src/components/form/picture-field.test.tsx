import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import '@tests/support/pictures'
import { expect, it } from 'vitest'
import { PictureField } from './picture-field'

const field = () =>
  render(<PictureField label="Picture" limit={10} busy={false} onPicture={() => undefined} />)

/** What the browser does by itself with a file that is dropped there is prevented. */
function drop(place: Element, types: string[]) {
  const event = createEvent.drop(place)
  Object.assign(event, { dataTransfer: { types } })
  fireEvent(place, event)
  return event.defaultPrevented
}

it('a file that is dropped beside the field does not open in the place of the page', () => {
  const { unmount } = field()
  expect(drop(document.body, ['Files'])).toBe(true)
  expect(drop(document.body, ['text/plain'])).toBe(false)
  expect(drop(screen.getByLabelText('Picture'), ['Files'])).toBe(false)
  unmount()
  expect(drop(document.body, ['Files'])).toBe(false)
})

it('is offered the kinds of pictures that are taken, and no SVG', () => {
  field()
  expect(screen.getByLabelText('Picture')).toHaveAttribute(
    'accept',
    'image/png,image/jpeg,image/gif,image/webp',
  )
})
