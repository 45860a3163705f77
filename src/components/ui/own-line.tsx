import type { ReactNode } from 'react'

/** A part of a paragraph whose length depends on data, or that follows one: what the frame shows of the paragraph remains its largest text (P12). */
export function OwnLine({ children }: { children: ReactNode }) {
  return <span className="inline-block [text-decoration:inherit] max-md:block">{children}</span>
}
