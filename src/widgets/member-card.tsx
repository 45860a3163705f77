import type { ReactNode } from 'react'
import { Mark } from '@/components/domain/brand'
import { Coin } from '@/components/domain/token-amount'
import type { Profile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'
import { formatDate, formatNumber } from '@/lib/format'

/** While loading, only what all cards show: its picture is the page's largest content (P12). */
export function MemberCard({ profile }: { profile: Profile | undefined }) {
  return (
    <section
      aria-label="Member card"
      aria-busy={!profile || undefined}
      className="relative isolate flex aspect-[1.586] max-w-[440px] flex-col overflow-clip rounded bg-field p-5 text-on-field md:px-7 md:py-6"
    >
      <img
        src="/art/rosette.svg"
        alt=""
        className="absolute -top-[120px] -right-[200px] -z-10 w-[440px] max-w-none opacity-25 md:-top-[150px] md:-right-[230px] md:w-[560px]"
      />
      <div className="flex items-center gap-2.5 font-serif text-[1.1875rem]/none font-semibold">
        <Mark className="size-[22px] text-on-field-token" />
        <span className="pt-0.5">{brand.name}</span>
        <span className="ml-auto rounded-md border border-on-field-token/60 bg-field px-[9px] py-1.5 font-sans text-xs/none font-medium text-on-field-token">
          {brand.memberLabel}
        </span>
      </div>
      {profile ? <Facts profile={profile} /> : null}
    </section>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const until = profile.membership_end_date
  return (
    <>
      <p className="mt-auto mb-4 line-clamp-2 font-serif text-2xl/[1.1] !text-[1.75rem] font-medium [overflow-wrap:anywhere] max-md:!text-[1.5rem]">
        <bdi>{profile.name}</bdi>
      </p>
      <dl className="flex flex-wrap gap-x-9 gap-y-2 border-t border-field-line pt-3.5 max-md:gap-x-5">
        <Fact label="Member since">{formatDate(profile.membership_start_date ?? profile.created_at)}</Fact>
        {until === null || until === 'infinity' ? null : <Fact label="Until">{formatDate(until)}</Fact>}
        <Fact label="Balance">
          <Coin className="size-3.5 !text-on-field-token" />
          <span>{formatNumber(profile.current_tokens)}</span>
          <span className="sr-only">tokens</span>
        </Fact>
      </dl>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-on-field-muted">{label}</dt>
      <dd className="figures flex items-center gap-1.5 font-semibold">{children}</dd>
    </div>
  )
}
