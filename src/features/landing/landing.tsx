import { PublicFrame } from '@/components/public/frame'
import { Assurances } from './assurances'
import { Hero } from './hero'
import { HowItWorks } from './how-it-works'
import { Perks } from './perks'
import { Pricing } from './pricing'

/** The landing page (chapters 1 and 2). The build prerenders it; `places.ts` fills in what the server knows. */
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
