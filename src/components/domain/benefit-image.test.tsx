import { fireEvent, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BenefitImage } from './benefit-image'

it('falls back to a coin when the picture does not load, and tries another picture again', () => {
  const { container, rerender } = render(<BenefitImage src="/gone.png" />)
  const picture = container.querySelector('img')
  expect(picture).toHaveAttribute('src', '/gone.png')
  fireEvent.error(picture!)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
  rerender(<BenefitImage src="/other.png" />)
  expect(container.querySelector('img')).toHaveAttribute('src', '/other.png')
})

it.each([null, '', 'javascript:alert(1)', 'data:image/svg+xml,<svg/>', '//elsewhere.example/a.png'])(
  'shows no picture at %j',
  (src) => {
    const { container } = render(<BenefitImage src={src} />)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).not.toBeNull()
  },
)
