import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Tally } from './tally'

/** How many marks of each kind there are, from left to right. */
function marks(props: Parameters<typeof Tally>[0]) {
  const { container } = render(<Tally {...props} />)
  const looks = [...container.querySelectorAll<HTMLElement>('[data-mark]')].map(({ dataset }) => dataset.mark)
  return [...new Set(looks)].map((look) => `${looks.filter((one) => one === look).length} ${look}`).join(', ')
}

it.each([
  [{ total: 25, checked: 12 }, '12 checked, 13 waiting'],
  [{ total: 25, checked: 25 }, '25 checked'],
  [{ total: 25, checked: 12, broken: 13 }, '12 checked, 1 broken, 12 unsure'],
  [{ total: 400, checked: 0 }, '400 waiting'],
  [{ total: 1000, checked: 500 }, '166 checked, 168 waiting'],
  [{ total: 1000, checked: 501, broken: 502 }, '167 checked, 1 broken, 166 unsure'],
  [{ total: 1000, checked: 1000 }, '334 checked'],
])('marks %o as %s', (props, wanted) => expect(marks(props)).toBe(wanted))

it('says for how many entries a mark stands', () => {
  render(<Tally total={1000} checked={0} />)
  expect(screen.getByText('Each mark stands for 3 entries.')).toBeVisible()
})
