import type { ReactNode } from 'react'
import { containerClass, PublicFrame } from '@/components/public/frame'
import { brand } from '@/lib/brand'

export type Part = { title: string; text: ReactNode }
type Props = { title: string; lede: ReactNode; parts: Part[] }

export function LegalDocument({ title, lede, parts }: Props) {
  return (
    <PublicFrame>
      <article className={`${containerClass} pt-20 max-md:pt-12`}>
        <h1 className="display text-3xl max-md:text-[2.625rem]">{title}</h1>
        <p className="mt-5 max-w-[60ch] text-lg/[1.875rem] text-pretty text-ink-2">{lede}</p>
        <div className="mt-14 border-t border-ink max-md:mt-10">
          {parts.map((part, index) => (
            <section
              key={part.title}
              className="grid gap-x-16 gap-y-2 border-b border-line py-6 md:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
            >
              <h2 className="flex gap-4 text-base font-semibold">
                <span className="figures min-w-5 flex-none font-serif text-lg/6 font-medium text-token">
                  {index + 1}
                </span>
                {part.title}
              </h2>
              <div className="max-w-[66ch] text-base/[1.625rem] text-pretty text-ink-2 max-md:pl-9">
                {part.text}
              </div>
            </section>
          ))}
        </div>
      </article>
    </PublicFrame>
  )
}

export function ContactLink() {
  return (
    <a
      data-contact=""
      className="link [overflow-wrap:anywhere] max-md:-my-3 max-md:inline-block max-md:py-3"
      href={`mailto:${brand.contactEmail}`}
    >
      {brand.contactEmail}
    </a>
  )
}
