import clsx from 'clsx'
import { assurances } from './content'
import { DrawnHistory, DrawnOrder } from './drawn-screens'
import { Section } from './section'

/** Instead of testimonials, until there are real ones (D26). */
export function Assurances() {
  return (
    <Section
      id="testimonials"
      title="What you can expect from Guildhall"
      lede="The membership is new, so there are no testimonials yet. These three things hold for every member, and you can check each of them in your account."
    >
      <ul className="mt-12 grid gap-x-20 border-t border-ink lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr]">
        {assurances.map(({ text, where }, index) => (
          <li
            key={where}
            className={clsx(
              'border-line py-7',
              index === 0 ? 'lg:row-span-2' : 'max-lg:border-t',
              index === 2 && 'border-t',
            )}
          >
            <p
              className={clsx(
                'font-serif text-pretty',
                index === 0 ? 'text-2xl/[50px] tracking-[-.012em] max-md:text-xl/9' : 'text-lg/[30px]',
              )}
            >
              {text}
            </p>
            <p className="mt-3 text-ink-muted">
              Seen in <b className="font-semibold text-ink">{where}</b>
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-x-20 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <figure>
          <DrawnHistory />
          <figcaption className="mt-2.5 text-xs text-ink-muted">
            Token History, with example transactions.
          </figcaption>
        </figure>
        <figure>
          <DrawnOrder />
          <figcaption className="mt-2.5 text-xs text-ink-muted">
            An order on its way, as an example.
          </figcaption>
        </figure>
      </div>
    </Section>
  )
}
