import { brand } from '@/lib/brand'
import { CopyButton } from './copy-button'
import { Section } from './section'

function imageTag(url: string): string {
  const source = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<img src="${source}" alt="${brand.name}" style="height:60px">`
}

export function Usage({ url }: { url: string }) {
  return (
    <Section title="Usage">
      <Snippet title="HTML image tag" text={imageTag(url)} done="HTML image tag copied to clipboard" />
      <Snippet title="Direct URL" text={url} done="URL copied to clipboard" />
    </Section>
  )
}

function Snippet({ title, text, done }: { title: string; text: string; done: string }) {
  return (
    <div className="border-t border-line">
      <div className="flex items-center justify-between py-2">
        <h3 className="font-semibold">{title}</h3>
        <CopyButton text={text} done={done} label={`Copy ${title}`} />
      </div>
      <code
        translate="no"
        className="mb-3.5 block rounded bg-surface-sunk px-3.5 py-3 font-mono text-[0.8125rem]/5 text-ink-2 [overflow-wrap:anywhere]"
      >
        {text}
      </code>
    </div>
  )
}

const notes = [
  'Email clients show the logo at 60px height. An image twice that size stays sharp.',
  'PNG, JPEG, GIF or WebP up to 512 KB. No SVG: many email clients drop it.',
  'A path is relative to this site. In your own templates, use the full URL.',
  'Emails show a copy of the logo: a change also appears in emails already sent, once the email client reloads it.',
  'Each upload has its own address, so templates that use an earlier one do not change.',
]

export function Notes() {
  return (
    <Section title="Integration notes">
      <ul className="border-t border-ink">
        {notes.map((note) => (
          <li key={note} className="border-b border-line py-2.5 text-ink-2">
            {note}
          </li>
        ))}
      </ul>
    </Section>
  )
}
