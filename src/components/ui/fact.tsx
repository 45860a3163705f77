import type { ReactNode } from 'react'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3.5 border-b border-line py-2.5 min-[380px]:grid-cols-[136px_minmax(0,1fr)]">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="figures [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
