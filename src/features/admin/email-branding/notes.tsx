import { Section } from './section'

const notes = [
  'Mail clients show the logo at 60px height. Twice that size stays crisp.',
  'PNG, JPEG, GIF or WebP up to 512 KB. No SVG: many mail clients drop it.',
  'A path belongs to this site. Mails need the full URL.',
  'Uploads keep their own address: mails already sent still show the old logo.',
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
