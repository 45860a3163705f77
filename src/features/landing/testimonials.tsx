import clsx from 'clsx'
import { Play } from 'lucide-react'
import { Tag } from '@/components/ui/tag'
import { guarantees, testimonials, videos } from './content'
import { Section } from './section'

const columns = 'grid gap-x-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]'

export function Testimonials() {
  return (
    <Section
      id="testimonials"
      title="What members say"
      intro={
        [...testimonials, ...videos].some(({ isSample }) => isSample)
          ? "The membership is new. What is marked as a sample was written by us; members' own words will replace it."
          : null
      }
    >
      <div className={`mt-12 border-t border-ink lg:grid-rows-[auto_1fr] ${columns}`}>
        {testimonials.map(({ quote, name, role, isSample }, index) => (
          <figure
            key={name}
            className={clsx(
              'border-line py-7',
              index === 0 ? 'lg:row-span-2' : 'max-lg:border-t',
              index === 2 && 'border-t',
            )}
          >
            <blockquote
              className={clsx(
                'font-serif text-pretty',
                index === 0
                  ? 'text-2xl/[3.125rem] tracking-[-.012em] max-md:text-xl/9'
                  : 'text-lg/[1.875rem]',
              )}
            >
              {quote}
            </blockquote>
            <figcaption className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
              {isSample ? <Sample /> : null}
              <span>
                <b className="font-semibold text-ink">{name}</b>
                {`, ${role}`}
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className={`mt-8 items-start gap-y-8 ${columns}`}>
        {videos.map(({ title, length, picture, ground, isSample }, index) => (
          <figure key={title}>
            <div className={`overflow-hidden rounded text-on-field ${ground}`}>
              <img
                src={picture}
                alt=""
                width={576}
                height={230}
                loading="lazy"
                className={clsx(
                  'w-full object-cover max-md:h-[108px]',
                  index === 0 ? 'h-[230px]' : 'h-[142px]',
                )}
              />
              <div className="flex items-center gap-4 px-5 py-4">
                <span
                  aria-hidden="true"
                  className="grid size-14 flex-none place-items-center rounded-full bg-[#F4F0E4] text-[#0E3B2E]"
                >
                  <Play className="ml-1 size-5 fill-current" />
                </span>
                <p className="min-w-0 font-serif text-lg/6">
                  {title}
                  <span className="mt-1 block font-sans text-xs text-on-field-muted">
                    {`Film in preparation, ${length}`}
                  </span>
                </p>
              </div>
            </div>
            <figcaption className="mt-2.5 flex items-center gap-3 text-xs text-ink-muted">
              {isSample ? <Sample /> : null}
              Video testimonial, to be filmed with a member.
            </figcaption>
          </figure>
        ))}
      </div>
      <h3 className="mt-14 text-base font-semibold">What you can expect</h3>
      <ul className="mt-3 grid gap-x-10 border-t border-ink text-ink-2 lg:grid-cols-3">
        {guarantees.map((text) => (
          <li key={text} className="border-line py-4 max-lg:[&+&]:border-t">
            {text}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Counted by `npm run check:deployment`. */
function Sample() {
  return (
    <span data-sample="" className="flex-none">
      <Tag>Sample</Tag>
    </span>
  )
}
