import { TokenAmount } from '@/components/domain/token-amount'
import { perks } from './content'
import { Section } from './section'

export function Perks() {
  return (
    <Section
      id="features"
      title="What tokens buy"
      intro="Every benefit has one price, in tokens, the same for every member. Members see today's list, and what each benefit would leave them, before they spend anything."
    >
      <div className="mt-14 grid gap-x-16 gap-y-14 max-md:mt-9 max-md:gap-y-10 xl:grid-cols-2">
        {perks.map(({ kind, about, picture, examples }) => (
          <div
            key={kind}
            className="grid gap-x-7 gap-y-4 border-t border-ink pt-5 md:grid-cols-[152px_minmax(0,1fr)]"
          >
            <img
              src={picture}
              alt=""
              width={152}
              height={190}
              loading="lazy"
              className="h-[190px] w-full rounded object-cover max-md:h-[132px]"
            />
            <div>
              <h3 className="font-serif text-[1.75rem]/8 font-medium tracking-[-.01em]">{kind}</h3>
              <p className="mt-0.5 mb-3 text-balance text-ink-muted">{about}</p>
              <ul>
                {examples.map(({ name, price }) => (
                  <li key={name} className="flex items-baseline gap-2 py-[5px] text-base">
                    {name}
                    <span className="min-w-4 flex-1 border-b border-dotted border-line-control" />
                    <TokenAmount value={price} />
                  </li>
                ))}
              </ul>
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}
