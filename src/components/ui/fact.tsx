import type { ReactNode } from 'react'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3.5 border-b border-line py-2.5">
      <dt className="min-w-0 flex-[0_1_8.5rem] text-ink-muted">{name}</dt>
      <dd className="figures min-w-0 flex-[1_1_8.5rem] [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
