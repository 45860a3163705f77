import { type ReactNode, useEffect } from 'react'
import { Brand } from '@/components/domain/brand'
import { type ButtonSize, LinkButton } from '@/components/ui/button'
import { ThemeSwitch } from '@/components/ui/theme-switch'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'

const navLinks = [
  { href: '/#features', label: 'Benefits' },
  { href: '/#how', label: 'How it works' },
  { href: '/#testimonials', label: 'Members' },
  { href: '/#pricing', label: 'Pricing' },
]

export const containerClass = 'mx-auto max-w-[1200px] px-5 md:px-10'

type Props = {
  size?: ButtonSize
  className?: string
  show?: 'both' | 'start' | 'start-first'
}

/** Signed in (`.signed-in` on the root element), links to the dashboard instead. */
export function EntryLinks({ size, className, show = 'both' }: Props) {
  const look = { size, className }
  const signIn = (
    <LinkButton {...look} to={paths.auth({ mode: 'signin' })} variant="quiet">
      Sign In
    </LinkButton>
  )
  return (
    <>
      <span className="contents member:hidden">
        {show === 'both' ? signIn : null}
        <LinkButton {...look} to={paths.auth({ mode: 'signup' })} variant="primary">
          Get Started
        </LinkButton>
        {show === 'start-first' ? signIn : null}
      </span>
      <span className="hidden member:contents">
        <LinkButton {...look} to={paths.dashboard} variant="primary">
          Dashboard
        </LinkButton>
      </span>
    </>
  )
}

function Nav() {
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

const house = [
  { href: paths.contact, label: 'Contact' },
  { href: paths.privacy, label: 'Privacy' },
  { href: paths.terms, label: 'Terms' },
]

/** Plain links, as most targets are prerendered. */
function Footer() {
  return (
    <footer className="mt-32 bg-field text-on-field-muted [--focus:var(--on-field-token)] max-md:mt-22">
      <div className={`${containerClass} pt-16 pb-10`}>
        <div className="flex flex-wrap items-start gap-x-16 gap-y-9">
          <div className="mr-auto max-w-[36ch] max-md:w-full">
            <Brand to={paths.home} className="text-on-field" markClassName="text-on-field-token" />
            <p className="mt-3.5">
              An invite-only membership for professionals. Tokens in, tools out, every transaction in the
              book.
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

/** No hooks: prerendered without React. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="absolute top-3 left-4 z-100 -translate-y-20 rounded bg-surface-raised px-4 py-2.5 focus:translate-y-0 focus:shadow-float"
      >
        Skip to content
      </a>
      <Nav />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
    </>
  )
}

export function useMarkSignedIn(signedIn: boolean) {
  useEffect(() => {
    document.documentElement.classList.toggle('signed-in', signedIn)
  }, [signedIn])
}
