import { useTitle } from '@/components/use-title'
import { Footer } from './footer'
import { Hero } from './hero'
import { HowItWorks } from './how-it-works'
import { Nav } from './nav'
import { Perks } from './perks'
import { Pricing } from './pricing'
import { Voices } from './voices'

/** What the membership is, for those who have no account yet. */
export function Component() {
  useTitle('An invite-only membership')

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
        <Hero />
        <Perks />
        <HowItWorks />
        <Voices />
        <Pricing />
      </main>
      <Footer />
    </>
  )
}
