import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { renderPage } from '@tests/support/render'
import { Link, useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { useSearchText } from './use-search-text'

function List() {
  const { typed, search, setTyped } = useSearchText()
  return (
    <>
      <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <output aria-label="search">{search}</output>
      <output aria-label="address">{useLocation().search}</output>
      <Link to="/?q=vault">vault</Link>
    </>
  )
}

const field = () => screen.getByLabelText('Search')

it('writes the trimmed text to the URL, on the first page, keeping other parameters', async () => {
  const { user } = renderPage(<List />, { route: '/?sort=newest&page=3' })
  // One event, so that no time passes between typing and the assertion.
  fireEvent.change(field(), { target: { value: ' ink ' } })
  expect(screen.getByLabelText('search')).toBeEmptyDOMElement()
  await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent('?sort=newest&q=ink'))
  expect(field()).toHaveValue(' ink ')
  await user.clear(field())
  await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent(/^\?sort=newest$/))
})

it('follows a change of the URL', async () => {
  const { user } = renderPage(<List />, { route: '/?q=ink' })
  expect(field()).toHaveValue('ink')
  await user.click(screen.getByRole('link', { name: 'vault' }))
  expect(field()).toHaveValue('vault')
  expect(screen.getByLabelText('search')).toHaveTextContent('vault')
})

it('does not navigate back from a page that is loading', async () => {
  vi.useFakeTimers()
  renderPage(<List />, { route: '/' })
  fireEvent.change(field(), { target: { value: 'ink' } })
  window.history.pushState(null, '', '/elsewhere')
  act(() => void vi.runAllTimers())
  window.history.back()
  expect(screen.getByLabelText('address')).toBeEmptyDOMElement()
})
