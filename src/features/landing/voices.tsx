import clsx from 'clsx'
import { Tag } from '@/components/ui/tag'
import { films, voices } from './content'
import { Section } from './section'

/** Three samples and two films to come, each of which says so. */
export function Voices() {
  return (
    <Section
      id="testimonials"
      title="What members will say here"
      lede="The membership is new, so these three are samples, written by us to hold the place. Members' own words replace them."
    >
      <div className="mt-12 grid gap-x-20 border-t border-ink lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr]">
        {voices.map(({ words, name, work }, index) => (
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
                index === 0 ? 'text-2xl/[50px] tracking-[-.012em] max-md:text-xl/9' : 'text-lg/[30px]',
              )}
            >
              {words}
            </blockquote>
            <figcaption className="mt-4 flex flex-wrap items-center gap-3 text-ink-muted">
              <Tag>Sample</Tag>
              <span>
                <b className="font-semibold text-ink">{name}</b>, {work}
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="mt-8 grid items-start gap-x-20 gap-y-6 lg:grid-cols-[7fr_5fr]">
        {films.map(({ title, length, picture, ground }) => (
          <figure key={title}>
            <div className={clsx('relative aspect-video overflow-hidden rounded text-on-field', ground)}>
              <img
                src={picture}
                alt=""
                loading="lazy"
                className="h-[calc(100%-5.5rem)] w-full object-cover"
              />
              <p className="absolute inset-x-0 bottom-0 flex h-22 flex-col justify-center px-6">
                <b className="font-serif text-lg/[26px] font-medium">{title}</b>
                <span className="text-xs text-on-field-muted">Film in preparation, {length}</span>
              </p>
            </div>
            <figcaption className="mt-2.5 text-xs text-ink-muted">
              Place held for a video testimonial.
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}
