import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderPage } from '@tests/support/render'
import { Link, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useSearchText } from './use-search-text'

function List() {
  const { typed, search, setTyped } = useSearchText()
  return (
    <>
      <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <output aria-label="asked">{search}</output>
      <output aria-label="address">{useLocation().search}</output>
      <Link to="/?q=vault">vault</Link>
    </>
  )
}

const field = () => screen.getByLabelText('Search')

it('lets the URL follow the field, trimmed, back on the first page, the rest kept', async () => {
  const { user } = renderPage(<List />, { route: '/?sort=newest&page=3' })
  // At once, so that no pause lies between the typing and the look.
  fireEvent.change(field(), { target: { value: ' ink ' } })
  expect(screen.getByLabelText('asked')).toBeEmptyDOMElement()
  await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent('?sort=newest&q=ink'))
  expect(field()).toHaveValue(' ink ')
  await user.clear(field())
  await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent(/^\?sort=newest$/))
})

it('lets the field follow the URL when that changes by itself', async () => {
  const { user } = renderPage(<List />, { route: '/?q=ink' })
  expect(field()).toHaveValue('ink')
  await user.click(screen.getByRole('link', { name: 'vault' }))
  expect(field()).toHaveValue('vault')
  expect(screen.getByLabelText('asked')).toHaveTextContent('vault')
})

it('does not lead back from a page that is still on its way', async () => {
  const { user } = renderPage(<List />, { route: '/' })
  await user.type(field(), 'ink')
  window.history.pushState(null, '', '/elsewhere')
  await new Promise((resolve) => setTimeout(resolve, 400))
  window.history.back()
  expect(screen.getByLabelText('address')).toBeEmptyDOMElement()
})
