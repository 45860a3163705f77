import { createContext, type ReactNode, useContext } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** Provided by the page, which renders the panel. */
export const CodeLinks = createContext((id: string): LinkProps => ({ to: `?code=${id}` }))

export function CodeLink({ id, children }: { id: string; children: ReactNode }) {
  const linkTo = useContext(CodeLinks)
  return (
    <Link {...linkTo(id)} data-opens-row className="rounded-sm underline-offset-[3px] hover:underline">
      {children}
    </Link>
  )
}
