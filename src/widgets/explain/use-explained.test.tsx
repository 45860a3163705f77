import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useExplain } from '@/components/explain/use-explain'
import { useExplainedNumber } from './use-explained'

function NumberRef() {
  const explain = useExplain()
  return (
    <button type="button" onClick={() => explain('orders.pending')}>
      11 pending
    </button>
  )
}

function Drawer() {
  return <p>{useExplainedNumber().numberRef ? 'Explained' : 'Nothing explained'}</p>
}

it('forgets on another page what was clicked before the code of the drawer was loaded', async () => {
  render(
    <MemoryRouter>
      <NumberRef />
      <Link to="/orders">Orders</Link>
      <Routes>
        <Route path="/" element={null} />
        <Route path="/orders" element={<Drawer />} />
      </Routes>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: '11 pending' }))
  await userEvent.click(screen.getByRole('link', { name: 'Orders' }))
  expect(screen.getByText('Nothing explained')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '11 pending' }))
  expect(await screen.findByText('Explained')).toBeVisible()
})
