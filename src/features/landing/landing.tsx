import { PublicFrame } from '@/components/public/frame'
import { Hero } from './hero'
import { HowItWorks } from './how-it-works'
import { Perks } from './perks'
import { Pricing } from './pricing'
import { Testimonials } from './testimonials'

/** Prerendered by the build; `launch-spots.ts` fills in the number of spots left. */
export function Landing() {
  return (
    <PublicFrame>
      <Hero />
      <Perks />
      <HowItWorks />
      <Testimonials />
      <Pricing />
    </PublicFrame>
  )
}
