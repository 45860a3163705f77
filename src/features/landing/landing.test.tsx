import { render, screen, within } from '@testing-library/react'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { StaticRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { entries } from './content'
import { Landing } from './landing'
import { loadLaunchSpots } from './launch-spots'

const places = '*/rest/v1/rpc/launch_spots_left'

function show() {
  return render(
    <StaticRouter location="/">
      <Landing />
    </StaticRouter>,
  )
}

async function showWith(answer: () => Response) {
  server.use(http.post(places, answer))
  show()
  await loadLaunchSpots(document)
}

test('shows no testimonials or videos', () => {
  const { container } = show()
  expect(container.querySelectorAll('blockquote, q, video, iframe')).toHaveLength(0)
  expect(container).not.toHaveTextContent(/sample testimonial|in preparation|place held|coming soon/i)
})

test('the drawn entries add up to the drawn balances', () => {
  let balance = 0
  for (const entry of entries) {
    balance += entry.tokens
    expect(entry.balance).toBe(balance)
  }
})

test('shows the redeem dialog of the hero as an inert picture', () => {
  const { container } = show()
  const drawn = container.querySelector<HTMLElement>('[inert]')
  expect(drawn).toHaveTextContent('Redeem Quillwright Pro')
  expect(drawn).toHaveTextContent(/Redeem for 40/)
  expect(drawn?.querySelectorAll('a, button, input')).toHaveLength(0)
})

const part = (name: string) => within(screen.getByRole('region', { name }))
const visible = (text: RegExp) => screen.queryAllByText(text).filter((node) => !node.closest('[hidden]'))

test('shows the price, the tokens, the perks and the assurances', () => {
  show()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'A quiet club for people with work to do',
  )
  const price = part('One price, a year at a time')
  expect(price.getByText('$99', { selector: 's' })).toHaveTextContent('instead of $99')
  expect(price.getByText('25 free tokens')).toBeVisible()
  expect(price.getByText('Annual membership').parentElement).toHaveTextContent('$10')
  for (const perk of ['AI tools', 'Courses', 'Templates', 'Software licences']) {
    expect(part('What tokens buy').getByRole('heading', { name: perk })).toBeVisible()
  }
  const assurances = part('What you can expect from Guildhall')
  expect(assurances.getAllByRole('listitem')).toHaveLength(3)
  expect(assurances.getAllByRole('figure')).toHaveLength(2)
})

test('has the section anchors and the links to them and into the app', () => {
  show()
  for (const id of ['features', 'testimonials', 'pricing']) expect(document.getElementById(id)).toBeVisible()
  const bar = within(screen.getByRole('banner'))
  expect(bar.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth?mode=signin')
  expect(bar.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/auth?mode=signup')
  expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  expect(bar.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/#pricing')
  const foot = within(screen.getByRole('contentinfo'))
  for (const name of ['Contact', 'Privacy', 'Terms']) {
    expect(foot.getByRole('link', { name })).toHaveAttribute('href', `/${name.toLowerCase()}`)
  }
})

test('shows no number while the spots left are unknown', () => {
  show()
  expect(visible(/places left/)).toHaveLength(0)
  expect(visible(/The launch price is for the first 50 people/)).toHaveLength(1)
  expect(visible(/50 places at the launch price/)).toHaveLength(1)
  expect(screen.queryByRole('img', { name: /places taken/ })).not.toBeInTheDocument()
})

test('shows the spots left and marks those taken (D26)', async () => {
  await showWith(() => HttpResponse.json(9))
  expect(visible(/places left/)).toHaveLength(2)
  expect(part('One price, a year at a time').getByText(/places left/)).toHaveTextContent(
    '9 of 50 places left',
  )
  const tally = screen.getByRole('img', { name: '41 of 50 places taken' })
  expect(tally.querySelectorAll('[data-taken]')).toHaveLength(41)
  expect(tally.querySelectorAll('path')).toHaveLength(50)
})

test('shows the full price once no spot is left', async () => {
  await showWith(() => HttpResponse.json(0))
  expect(visible(/All 50 places at the launch price are taken/)).toHaveLength(1)
  expect(visible(/Every place is taken/)).toHaveLength(1)
  expect(visible(/^10$/)).toHaveLength(0)
  expect(visible(/^99$/)).toHaveLength(2)
  expect(visible(/instead of/)).toHaveLength(0)
})

test.each([
  ['the server fails', () => HttpResponse.json({ message: 'down' }, { status: 503 })],
  ['there is no server', () => HttpResponse.error()],
  ['the answer is no number', () => HttpResponse.json(null)],
  ['the number cannot be', () => HttpResponse.json(51)],
])('shows no number when %s', async (_case, answer) => {
  await showWith(answer)
  expect(visible(/places left/)).toHaveLength(0)
  expect(visible(/The launch price is for the first 50 people/)).toHaveLength(1)
})
