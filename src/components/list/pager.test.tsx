import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Pager } from './pager'

function Pages() {
  const [page, setPage] = useState(1)
  return <Pager info={`Page ${page}`} page={page} pages={2} onPage={setPage} />
}

it('keeps the focus in the pager when a button is disabled on the first or last page', async () => {
  render(<Pages />)
  for (const name of ['Next', 'Previous']) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(screen.getByRole('button', { name })).toBeDisabled()
    expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveFocus()
  }
})
