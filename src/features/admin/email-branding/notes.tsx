import { Section } from './section'

const notes = [
  'Mail clients show the logo at 60px height. Twice that size stays crisp.',
  'PNG, JPEG, GIF or WebP up to 512 KB. No SVG: many mail clients drop it.',
  'A path belongs to this site. In templates of your own, use the full URL.',
  "The project's emails show a copy of the logo: a change also reaches those already sent, once the mail program looks again.",
  'Each upload keeps an address of its own: templates that use it do not change by themselves.',
]

/** Integration notes. */
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
