import type { ReactNode } from 'react'

type Props = { title: string; aside?: ReactNode; children: ReactNode }

export function Section({ title, aside, children }: Props) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex min-h-[34px] flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-base font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
