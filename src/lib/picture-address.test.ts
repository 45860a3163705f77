import { expect, it } from 'vitest'
import { isPictureAddress } from './picture-address'

it.each([
  ['https://example.com/lantern.png', true],
  ['/benefits/lantern.svg', true],
  [`${location.origin}/storage/v1/object/public/benefits/lantern.png`, true],
  // The policy of the pages would not show it.
  ['http://example.com/lantern.png', false],
  ['//example.com/lantern.png', false],
  ['/\\example.com/lantern.png', false],
  // Without its tab it is //example.com.
  ['/\t/example.com/lantern.png', false],
  ['/lantern.png\n', false],
  ['http://[', false],
  ['javascript:alert(1)', false],
  ['data:image/svg+xml,<svg/>', false],
  ['https:example.com', false],
  ['lantern.png', false],
])('%s as the address of a picture: %s', (address, allowed) => {
  expect(isPictureAddress(address)).toBe(allowed)
})
