import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Brand } from '@/components/domain/brand'
import { Coin } from '@/components/domain/token-amount'
import { LinkButton } from '@/components/ui/button'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { ViewShown } from './view'

export function AuthFrame({ children }: { children: ReactNode }) {
  const shown = useRef(false)
  return (
    <div className="grid min-h-dvh grid-cols-2 max-md:grid-cols-1 max-md:grid-rows-[1fr_auto]">
      <div className="flex min-w-0 flex-col px-10 py-7 max-lg:px-7 max-md:px-5 max-md:py-3">
        <header className="flex flex-wrap items-center justify-between gap-x-3">
          <Brand to={paths.home} />
          <LinkButton to={paths.home} variant="quiet" size="sm" icon={<ArrowLeft />}>
            Back to Home
          </LinkButton>
        </header>
        <main className="m-auto w-full max-w-[392px] py-10 max-md:mt-0 max-md:py-8">
          <ViewShown value={shown}>{children}</ViewShown>
        </main>
      </div>
      <aside
        aria-hidden="true"
        className="relative flex min-h-[120px] flex-col md:sticky md:top-0 md:h-dvh justify-end overflow-hidden bg-field p-14 text-on-field max-lg:p-8 max-md:justify-center max-md:p-5"
      >
        <img
          src="/art/rosette.svg"
          alt=""
          width="940"
          height="940"
          className="absolute top-[max(-300px,calc(50vh-760px))] left-1/2 w-[940px] max-w-none -translate-x-[32%] opacity-80 max-md:-top-[180px] max-md:left-[30%] max-md:h-auto max-md:w-[520px] max-md:translate-x-0 max-md:opacity-40"
        />
        <div className="relative flex flex-wrap items-end gap-x-10 gap-y-4 border-t border-on-field-token pt-5 max-md:flex-nowrap max-md:items-center max-md:gap-4 max-md:border-0 max-md:pt-0">
          <span className="figures mr-auto flex items-center gap-4 font-serif text-[4.5rem]/none font-medium tracking-[-.02em] max-md:mr-0 max-md:gap-2.5 max-md:text-2xl/none">
            <Coin reeded className="size-12 !text-on-field-token max-md:size-[30px]" />
            {brand.signupTokens}
          </span>
          <p className="max-w-[36ch] text-base text-on-field-muted max-md:text-sm">
            <span className="block font-semibold text-on-field">On the day you join</span>
            {`${brand.signupTokens} tokens in your balance, for your first benefit.`}
          </p>
        </div>
      </aside>
    </div>
  )
}
