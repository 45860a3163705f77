import { Brand } from '@/components/domain/brand'
import { paths } from '@/lib/paths'
import { containerClass } from './container-class'
import { EntryLinks } from './entry-links'
import { navLinks } from './nav-links'

export function Nav() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div
        className={`${containerClass} flex min-h-[68px] flex-wrap items-center gap-2 max-md:min-h-15 max-md:gap-0`}
      >
        <Brand to={paths.home} className="max-[359px]:[&>span]:sr-only" />
        <nav aria-label="Page" className="ml-12 flex gap-7 max-md:hidden">
          {navLinks.map(({ href, label }) => (
            <a key={href} href={href} className="font-medium text-ink-2 no-underline hover:text-accent">
              {label}
            </a>
          ))}
        </nav>
        <span className="ml-auto" />
        <EntryLinks className="max-md:!px-3.5" />
      </div>
    </header>
  )
}
