import { Check } from 'lucide-react'
import { Coin } from '@/components/domain/token-amount'
import { EntryLinks } from '@/components/public/frame'
import { brand } from '@/lib/brand'
import { specifiedPrices } from '@/lib/prices'
import { LaunchText, launchPlaces, launchPrice, membershipPrice, SpotsLeft } from './launch-text'
import { AskForInvitation, Section } from './section'

const included = [
  'The whole book of benefits, at one price each',
  `Keys, links and files in seconds, the rest within ${brand.pendingHours}`,
  'Tokens back when an order is cancelled',
]

export function Pricing() {
  return (
    <Section
      id="pricing"
      title="One price, a year at a time"
      intro={
        <>
          <LaunchText is={['unknown', 'open']}>
            {launchPrice} for the first {launchPlaces} people, while we are in pre-beta. After that a year
            costs {membershipPrice}.
          </LaunchText>
          <LaunchText is={['gone']}>
            The {launchPlaces} places at {launchPrice} are taken.{' '}
          </LaunchText>
          <LaunchText is={['gone', 'none']}>A year costs {membershipPrice}.</LaunchText>
        </>
      }
    >
      <div className="relative mt-13 rounded border border-token-line bg-surface-raised p-10 before:pointer-events-none before:absolute before:inset-2 before:border-[24px] before:border-transparent before:[border-image:url(/art/frame.svg)_24_round] max-md:-mx-2 max-md:px-8 max-md:before:inset-1">
        <div className="grid lg:grid-cols-2 lg:p-6">
          <div className="lg:px-12 lg:py-7">
            <h3 className="text-ink-muted">Annual membership</h3>
            <p className="mt-3.5 -ml-1.5 flex flex-wrap items-end gap-4.5 font-serif">
              <b className="text-[7.5rem]/[.86] font-medium tracking-[-.03em] max-md:text-[5.5rem]/[.86]">
                <LaunchText is={['unknown', 'open']}>{launchPrice}</LaunchText>
                <LaunchText is={['gone', 'none']}>{membershipPrice}</LaunchText>
              </b>
              <span>
                <LaunchText is={['unknown', 'open']}>
                  <s className="text-2xl/none text-ink-muted decoration-danger decoration-2 max-md:text-xl/none">
                    <span className="sr-only">instead of </span>
                    {membershipPrice}
                  </s>
                </LaunchText>
                <span className="block font-sans text-base text-ink-2">
                  a year<LaunchText is={['unknown', 'open']}>, pre-beta</LaunchText>
                </span>
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
                  <Check className="size-4 text-accent" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <div className="flex flex-col justify-center max-lg:mt-6 max-lg:border-t max-lg:border-line-strong max-lg:pt-6 lg:border-l lg:border-line-strong lg:px-12 lg:py-7">
            <div data-when="unknown open gone">
              <p className="text-ink-muted">The register of the first {launchPlaces}</p>
              <Tally />
              <p className="text-lg font-semibold">
                <LaunchText is={['unknown']}>{launchPlaces} places at the launch price</LaunchText>
                <LaunchText is={['open']}>
                  <SpotsLeft /> of {launchPlaces} places left
                </LaunchText>
                <LaunchText is={['gone']}>Every place is taken</LaunchText>
              </p>
            </div>
            <p className="mt-0.5 max-w-[40ch] text-ink-muted">
              Registration needs an invite code. If someone you work with is a member, ask them.{' '}
              <AskForInvitation />
            </p>
            <div className="mt-6.5 flex flex-wrap gap-3">
              <EntryLinks size="lg" show="start-first" />
            </div>
          </div>
        </div>
      </div>
    </Section>
  )
}

const hundredths = [-40, 50, -30, 20, -60, 40]

function strokes(group: number): string[] {
  const slant = (index: number) => (hundredths[(group * 5 + index) % hundredths.length] ?? 0) / 100
  const uprightStrokes = [8, 21, 34, 47].map((x, index) => {
    const end = (group + index) % 3
    return `M${x - slant(index)} ${3 + end}L${x + slant(index)} ${35 - ((end + group) % 3)}`
  })
  return [...uprightStrokes, `M1 ${28 - (group % 3)}L60 ${9 + 2 * (group % 2)}`]
}

/** Hidden from screen readers until the number is known. */
function Tally() {
  const groups = Array.from({ length: specifiedPrices.launch_places / 5 }, (_, group) => group)
  return (
    <div
      data-tally=""
      role="img"
      aria-hidden="true"
      className="my-4 grid grid-cols-5 justify-start gap-x-2 gap-y-3 text-line-control md:grid-cols-[repeat(5,62px)] md:gap-x-5.5 md:gap-y-4 [&_[data-taken]]:text-ink [&_[data-taken]]:[stroke-dasharray:none] [&_path]:[stroke-dasharray:1.5_3]"
    >
      {groups.map((group) => (
        <svg
          key={group}
          viewBox="0 0 62 38"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          {strokes(group).map((d) => (
            <path key={d} stroke="currentColor" d={d} />
          ))}
        </svg>
      ))}
    </div>
  )
}
