import { Check } from 'lucide-react'
import { Coin } from '@/components/coin'
import { LinkButton } from '@/components/ui/link-button'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { Section } from './section'

const included = [
  'The whole book of benefits, at one price each',
  `Orders processed within ${brand.pendingHours}`,
  'Tokens back when an order is cancelled',
]

/** The price, on a share certificate. */
export function Pricing() {
  return (
    <Section
      id="pricing"
      title="One price, a year at a time"
      lede={`$${brand.launchPrice} for the first ${brand.launchPlaces} people, while we are in pre-beta. After that a year costs $${brand.fullPrice}.`}
    >
      <div className="relative mt-13 rounded border border-token-line bg-surface-raised p-10 before:pointer-events-none before:absolute before:inset-2 before:border-[24px] before:border-transparent before:[border-image:url(/art/frame.svg)_24_round] max-md:-mx-2 max-md:px-8 max-md:before:inset-1">
        <div className="grid lg:grid-cols-2 lg:p-6">
          <div className="lg:px-12 lg:py-7">
            <h3 className="text-ink-muted">Annual membership</h3>
            <p className="mt-3.5 -ml-1.5 flex items-end gap-4.5 font-serif">
              <b className="text-[7.5rem]/[.86] font-medium tracking-[-.03em] max-md:text-[5.5rem]/[.86]">
                ${brand.launchPrice}
              </b>
              <span>
                <s className="text-2xl/none text-ink-muted decoration-danger decoration-2 max-md:text-xl/none">
                  <span className="sr-only">instead of </span>${brand.fullPrice}
                </s>
                <span className="block font-sans text-base text-ink-2">a year, pre-beta</span>
              </span>
            </p>
            <ul className="mt-6.5 border-t border-line-strong">
              <li className="flex items-center gap-3 border-b border-line py-2.5">
                <Coin className="size-4" />
                <span>
                  <b className="font-semibold">{brand.signupTokens} free tokens</b> when you join
                </span>
              </li>
              {included.map((text) => (
                <li key={text} className="flex items-center gap-3 border-b border-line py-2.5">
                  <Check aria-hidden="true" className="size-4 text-accent" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <div className="flex flex-col justify-center max-lg:mt-6 max-lg:border-t max-lg:border-line-strong max-lg:pt-6 lg:border-l lg:border-line-strong lg:px-12 lg:py-7">
            <p className="font-serif text-[1.75rem]/9 font-medium tracking-[-.01em] text-balance">
              {brand.launchPlaces} places in the register at the launch price
            </p>
            <p className="mt-2 max-w-[40ch] text-base text-ink-muted">
              Registration needs an invite code. If someone you work with is a member, ask them.
            </p>
            <div className="mt-6.5 flex flex-wrap gap-3">
              <LinkButton to={paths.auth({ mode: 'signup' })} variant="primary" size="lg">
                Get Started
              </LinkButton>
              <LinkButton to={paths.auth({ mode: 'signin' })} variant="quiet" size="lg">
                Sign In
              </LinkButton>
            </div>
          </div>
        </div>
      </div>
    </Section>
  )
}
