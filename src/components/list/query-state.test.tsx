import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { type QueryLike, QueryState } from './query-state'

function show(query: Partial<QueryLike<string[]>>) {
  render(
    <QueryState
      query={{ data: undefined, isError: false, isFetching: false, refetch: () => undefined, ...query }}
      pending={<p>loading</p>}
      error={{ title: 'Failed to load orders', safe: 'Your balance is not affected.' }}
      isEmpty={(rows) => rows.length === 0}
      empty={<p>No orders found.</p>}
    >
      {(rows) => <p>{rows.join(', ')}</p>}
    </QueryState>,
  )
}

it('is pending until there is a response', () => {
  show({ isFetching: true })
  expect(screen.getByText('loading')).toBeInTheDocument()
})

it('shows the error and retries on demand', async () => {
  const refetch = vi.fn()
  show({ isError: true, refetch })
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load orders')
  expect(screen.getByRole('alert')).toHaveTextContent('Your balance is not affected.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('shows the empty state', () => {
  show({ data: [] })
  expect(screen.getByText('No orders found.')).toBeInTheDocument()
})

it('shows the data, also when a later fetch failed', () => {
  show({ data: ['ORD-000001', 'ORD-000002'], isError: true })
  expect(screen.getByText('ORD-000001, ORD-000002')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('shows the rows in the same commit as what surrounds the list', async () => {
  const shown: (string | null)[] = []
  function Screen() {
    const [data, setData] = useState<string[]>()
    useLayoutEffect(() => void shown.push(document.body.textContent))
    return (
      <>
        <button type="button" onClick={() => setData(['ORD-000001', 'ORD-000002'])}>
          Select all {data?.length}
        </button>
        <QueryState
          query={{ data, isError: false, isFetching: !data, refetch: () => undefined }}
          pending={<p>loading</p>}
          error={{ title: 'Failed to load orders' }}
        >
          {(rows) => <p>{rows.join(', ')}</p>}
        </QueryState>
      </>
    )
  }
  render(<Screen />)
  await userEvent.click(screen.getByRole('button'))
  expect(shown).toEqual(['Select all loading', 'Select all 2ORD-000001, ORD-000002'])
})
