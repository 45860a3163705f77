import { screen } from '@testing-library/react'
import { renderPage } from '@tests/support/render'
import { expect, it } from 'vitest'
import { textParam, useUrlState } from './use-url-state'

const params = { q: textParam, order: textParam }

function TwoFields() {
  const { state, set } = useUrlState(params)
  function setBoth() {
    set({ order: '7' })
    set({ q: 'ada' })
  }
  return (
    <button type="button" onClick={setBoth}>
      {`search ${state.q}, order ${state.order}`}
    </button>
  )
}

it('keeps a change that is not rendered yet when another follows', async () => {
  const { user } = renderPage(<TwoFields />)
  await user.click(screen.getByRole('button', { name: 'search , order' }))
  expect(await screen.findByRole('button', { name: 'search ada, order 7' })).toBeVisible()
})

it('leaves out what the database cannot store', () => {
  renderPage(<TwoFields />, { path: '/', route: '/?q=a%00da' })
  expect(screen.getByRole('button', { name: 'search ada, order' })).toBeVisible()
})
