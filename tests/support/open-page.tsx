import type { ComponentType } from 'react'
import { address, renderPage } from './render.tsx'

/** Renders a page at its path, with a query string. */
export const openPage = (Page: ComponentType, path: string, query = '') =>
  renderPage(<Page />, { path, route: path + query })

/** The parameters of the current query string. */
export const urlParams = () => new URLSearchParams(address() ?? '')
