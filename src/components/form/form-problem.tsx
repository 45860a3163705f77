import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export function FormProblem({ children }: { children: ReactNode }) {
  return children ? (
    <p
      role="alert"
      className="flex w-full gap-2.5 rounded border border-danger-line bg-danger-soft px-3.5 py-2.5"
    >
      <TriangleAlert aria-hidden="true" className="mt-px flex-none text-danger" />
      <span className="figures min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </p>
  ) : null
}
