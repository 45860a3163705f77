import { Balance } from '@/components/domain/balance'
import { BenefitImage } from '@/components/domain/benefit-card'
import { Mark } from '@/components/domain/brand'
import { Price } from '@/components/domain/price'
import { Coin, TokenAmount } from '@/components/domain/token-amount'
import { EntryLinks } from '@/components/public/frame'
import { buttonStyle } from '@/components/ui/button'
import { brand } from '@/lib/brand'
import { picturedBenefits } from './content'
import { LaunchText, launchPlaces, launchPrice, membershipPrice, SpotsLeft } from './launch-text'
import { AskForInvitation } from './section'

export function Hero() {
  return (
    <section className="overflow-x-clip">
      <div className="mx-auto grid max-w-[1200px] items-center px-5 md:px-10 lg:min-h-[716px] lg:grid-cols-[minmax(0,400px)_1fr] lg:gap-24 xl:grid-cols-[minmax(0,500px)_1fr]">
        <div className="max-lg:pt-12 max-lg:pb-10">
          <h1 className="display text-[2.875rem] md:text-[3.5rem] xl:text-[4.25rem]">
            A quiet club for people with work to do
          </h1>
          <p className="mt-6 max-w-[34ch] text-lg/[1.875rem] text-pretty text-ink-2 max-md:mt-4">
            {brand.name} is an invite-only membership for professionals:{' '}
            <LaunchText is={['unknown', 'open']}>{launchPrice}</LaunchText>
            <LaunchText is={['gone', 'none']}>{membershipPrice}</LaunchText> a year, {brand.signupTokens}{' '}
            tokens on arrival, and a book of tools, courses and software to spend them on.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <EntryLinks size="lg" show="start" />
            <a href="#features" className={buttonStyle({ size: 'lg' })}>
              See what tokens buy
            </a>
          </div>
          <p className="mt-9 border-t border-line-strong pt-4.5 text-ink-muted">
            <LaunchText is={['unknown']}>The launch price is for the first {launchPlaces} people.</LaunchText>
            <LaunchText is={['open']}>
              <b className="font-semibold text-ink">
                <SpotsLeft /> of {launchPlaces}
              </b>{' '}
              places left at the launch price.
            </LaunchText>
            <LaunchText is={['gone']}>All {launchPlaces} places at the launch price are taken.</LaunchText>{' '}
            Registration needs an invite code. <AskForInvitation />
          </p>
        </div>
        <Plate />
      </div>
    </section>
  )
}

function Plate() {
  return (
    <div
      aria-hidden="true"
      inert
      className="relative h-[580px] max-lg:-mx-5 md:max-lg:-mx-10 lg:mr-[calc((100vw-min(100vw,1200px))/-2-40px)] lg:h-[716px]"
    >
      <div className="absolute inset-0 overflow-hidden bg-field">
        <FieldArt className="absolute inset-0 h-full w-full animate-[appear_1ms_.1s_backwards] opacity-70" />
        <div className="absolute top-9 right-5 left-5 overflow-hidden rounded bg-surface md:max-lg:right-10 md:max-lg:left-10 lg:top-10 lg:right-16 lg:left-16">
          <div className="flex h-18 items-center gap-6 border-b border-line px-7">
            <Mark className="size-6 text-accent" />
            <span className="text-base font-semibold">Browse Benefits</span>
            <Balance value={87} size="bar" />
          </div>
          <div className="grid grid-cols-2 gap-x-6 gap-y-7 px-7 py-6">
            {picturedBenefits.map(({ name, picture, price }) => (
              <div key={name}>
                <BenefitImage src={picture} eager />
                <p className="mt-3 mb-2.5 text-base font-semibold">{name}</p>
                <Price value={price} balance={87} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <Slip />
    </div>
  )
}

function Slip() {
  return (
    <div className="absolute right-5 -bottom-9 left-5 rounded md:max-lg:right-10 md:max-lg:left-auto md:max-lg:w-[392px] bg-surface-raised shadow-float lg:right-auto lg:-bottom-9 lg:-left-18 lg:w-[392px]">
      <p className="px-6 pt-5 text-lg font-semibold">{`Redeem ${picturedBenefits[1]?.name}`}</p>
      <dl className="mx-6 mt-3.5 mb-5 border-t border-ink">
        <div className="flex items-center justify-between border-b border-line py-2.5">
          <dt className="text-ink-muted">Your balance</dt>
          <dd>
            <TokenAmount value={87} />
          </dd>
        </div>
        <div className="flex items-center justify-between border-b border-ink py-2.5">
          <dt className="text-ink-muted">This benefit</dt>
          <dd>
            <TokenAmount value={-40} signed bare />
          </dd>
        </div>
        <div className="double-rule flex items-center justify-between pt-3 pb-2.5">
          <dt className="text-base font-semibold">Left after</dt>
          <dd>
            <TokenAmount
              value={47}
              className="!gap-2.5 font-serif text-2xl !font-medium tracking-[-.015em] [&>svg]:!size-[30px]"
            />
          </dd>
        </div>
      </dl>
      <div className="flex items-center justify-between gap-4 border-t border-line px-6 py-4">
        <span className="truncate text-xs text-ink-muted max-md:hidden">tamsin@ferreira.example</span>
        <span className={buttonStyle({ variant: 'primary', className: 'max-md:w-full' })}>
          Redeem for <Coin className="size-4 !text-current" /> 40
        </span>
      </div>
    </div>
  )
}

const lines = Array.from({ length: 40 }, (_, index) => index)

/** Inline, because a separate image would load late; appears after the text. */
function FieldArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 1440 640" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <defs>
        <path
          id="wave"
          vectorEffect="non-scaling-stroke"
          d="M-20 0C180 0 290-60 480-110S810-170 980-90 1260 130 1460 150"
        />
      </defs>
      <g fill="none" stroke="#8FC0A9" strokeWidth=".8">
        {lines.map((line) => (
          <use
            key={line}
            href="#wave"
            transform={`translate(0 ${130 + line * 13})skewY(${(line * 0.12 - 2).toFixed(1)})scale(1 ${(1.25 - line * 0.045).toFixed(2)})`}
          />
        ))}
      </g>
    </svg>
  )
}
