import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { containerClass } from '@/components/public/frame'
import { paths } from '@/lib/paths'

type Props = { id: string; title: string; intro: ReactNode; children: ReactNode }

export function Section({ id, title, intro, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`${containerClass} pt-28 max-md:pt-22`}>
      <div className="grid items-end gap-x-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <h2 id={`${id}-title`} className="display text-[2.75rem] max-md:text-[2.125rem]">
          {title}
        </h2>
        <p className="mt-3.5 max-w-[56ch] text-base/[1.625rem] text-ink-2">{intro}</p>
      </div>
      {children}
    </section>
  )
}

export function AskForInvitation() {
  return (
    <Link className="link whitespace-nowrap member:hidden" to={paths.auth({ mode: 'waitlist' })}>
      Ask for an invitation
    </Link>
  )
}
