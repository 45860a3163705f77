import { Brand } from '@/components/domain/brand'
import { ThemeSwitch } from '@/components/ui/theme-switch'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { containerClass } from './container-class'
import { navLinks } from './nav-links'

const house = [
  { href: paths.contact, label: 'Contact' },
  { href: paths.privacy, label: 'Privacy' },
  { href: paths.terms, label: 'Terms' },
]

/** Plain links, as most targets are prerendered. */
export function Footer() {
  return (
    <footer className="mt-32 bg-field text-on-field-muted [--focus:var(--on-field-token)] max-md:mt-22">
      <div className={`${containerClass} pt-16 pb-10`}>
        <div className="flex flex-wrap items-start gap-x-16 gap-y-9">
          <div className="mr-auto max-w-[36ch] max-md:w-full">
            <Brand to={paths.home} className="text-on-field" markClassName="text-on-field-token" />
            <p className="mt-3.5">
              An invite-only membership for professionals. Tokens in, tools out, every entry in the book.
            </p>
          </div>
          <Column title="Membership" links={navLinks} />
          <Column title="House" links={house} />
        </div>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-6 border-t border-field-line pt-6 text-xs">
          <span>
            © {new Date().getFullYear()} {brand.name}
          </span>
          <ThemeSwitch className="[--ink-muted:var(--on-field-muted)] [--ink:var(--on-field)] [--line-strong:var(--field-line)] [--surface-raised:var(--field-line)] noscript:hidden" />
        </div>
      </div>
    </footer>
  )
}

type ColumnProps = { title: string; links: { href: string; label: string }[] }

function Column({ title, links }: ColumnProps) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-sm font-semibold text-on-field">{title}</h2>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a
              href={href}
              className="block leading-8 underline-offset-3 hover:text-on-field hover:underline max-md:leading-11"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
