import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Tabs } from './tabs'

function Codes() {
  const [tab, setTab] = useState<'available' | 'used'>('available')
  return (
    <Tabs
      label="Codes"
      tabs={[
        { id: 'available', label: 'Available Codes', count: 23 },
        { id: 'used', label: 'Used Codes' },
      ]}
      value={tab}
      onChange={setTab}
    >
      {tab}
    </Tabs>
  )
}

it('has the count in the name, once it is known, and names its panel', () => {
  render(<Codes />)
  expect(screen.getByRole('tab', { name: 'Available Codes (23)', selected: true })).toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'Used Codes', selected: false })).toBeInTheDocument()
  expect(screen.getByRole('tabpanel', { name: 'Available Codes (23)' })).toHaveTextContent('available')
})

it('moves with the arrows, round the ends, and only the chosen tab is a tab stop', async () => {
  const user = userEvent.setup()
  render(<Codes />)
  await user.tab()
  expect(screen.getByRole('tab', { selected: true })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Used Codes', selected: true })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: /Available/, selected: true })).toHaveFocus()
  expect(screen.getByRole('tab', { name: 'Used Codes' })).toHaveAttribute('tabindex', '-1')
})

it('moves on from the focused tab while the chosen one is still loading', async () => {
  const chosen = vi.fn()
  const tabs = ['details', 'notifications', 'privacy'].map((id) => ({ id, label: id }))
  render(
    <Tabs label="Profile" tabs={tabs} value="details" onChange={chosen}>
      Details
    </Tabs>,
  )
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(chosen.mock.calls).toEqual([['notifications'], ['privacy']])
  expect(screen.getByRole('tab', { name: 'privacy' })).toHaveFocus()
})
