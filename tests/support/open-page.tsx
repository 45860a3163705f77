import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { renderPage } from './render.tsx'

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}

/** Renders a page at its path with a query string, which `address` reads. */
export function openPage(Page: ComponentType, path: string, query = '') {
  const page = (
    <>
      <Page />
      <Address />
    </>
  )
  return renderPage(page, { path, route: path + query })
}

/** The current query string. */
export const address = () => new URLSearchParams(screen.getByLabelText('address').textContent ?? '')
