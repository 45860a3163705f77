import type { ReactNode } from 'react'
import { Footer } from './footer'
import { Nav } from './nav'

/** No hooks: prerendered without React. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="absolute top-3 left-4 z-100 -translate-y-20 rounded bg-surface-raised px-4 py-2.5 focus:translate-y-0 focus:shadow-float"
      >
        Skip to content
      </a>
      <Nav />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
    </>
  )
}
