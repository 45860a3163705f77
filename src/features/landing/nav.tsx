import { Brand } from '@/components/brand'
import { LinkButton } from '@/components/ui/link-button'
import { paths } from '@/lib/paths'
import { wrap } from './section'

const anchors = [
  { href: '#features', label: 'Benefits' },
  { href: '#how', label: 'How it works' },
  { href: '#testimonials', label: 'Voices' },
  { href: '#pricing', label: 'Pricing' },
]

/** The bar at the top. */
export function Nav() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className={`${wrap} flex h-[68px] items-center gap-2 max-md:h-15 max-md:gap-0`}>
        <Brand to={paths.home} className="max-[359px]:[&>span]:sr-only" />
        <nav aria-label="Page" className="ml-12 flex gap-7 max-md:hidden">
          {anchors.map(({ href, label }) => (
            <a key={href} href={href} className="font-medium text-ink-2 no-underline hover:text-accent">
              {label}
            </a>
          ))}
        </nav>
        <LinkButton to={paths.auth({ mode: 'signin' })} variant="quiet" className="ml-auto max-md:!px-3">
          Sign In
        </LinkButton>
        <LinkButton to={paths.auth({ mode: 'signup' })} variant="primary" className="max-md:!px-3.5">
          Get Started
        </LinkButton>
      </div>
    </header>
  )
}
