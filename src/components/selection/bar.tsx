import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode }

const style =
  'sticky bottom-4 z-20 mt-5 flex animate-[rise-in_180ms_cubic-bezier(.2,.7,.2,1)] flex-wrap items-center gap-2 rounded border-t-2 border-ink bg-surface-raised py-2.5 pr-2.5 pl-5 shadow-float max-md:bottom-0 max-md:-mx-4 max-md:rounded-none max-md:px-4 max-md:pt-3 max-md:pb-[calc(12px+env(safe-area-inset-bottom))]'

/** At the lower edge of a list: the selection, the progress of a run, or its result. Full width on phones. */
export function Bar({ label, children }: Props) {
  return (
    <section aria-label={label} className={style}>
      {children}
    </section>
  )
}
