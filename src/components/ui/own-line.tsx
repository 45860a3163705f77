import type { ReactNode } from 'react'

/** Puts text that depends on data on its own line: the paragraph painted in the frame stays the LCP element (P12). */
export function OwnLine({ children }: { children: ReactNode }) {
  return <span className="inline-block [text-decoration:inherit] max-md:block">{children}</span>
}
