import { PublicFrame } from '@/components/public/frame'
import { Assurances } from './assurances'
import { Hero } from './hero'
import { HowItWorks } from './how-it-works'
import { Perks } from './perks'
import { Pricing } from './pricing'

/** Prerendered by the build; `launch-spots.ts` fills in the number of spots left. */
export function Landing() {
  return (
    <PublicFrame>
      <Hero />
      <Perks />
      <HowItWorks />
      <Assurances />
      <Pricing />
    </PublicFrame>
  )
}
