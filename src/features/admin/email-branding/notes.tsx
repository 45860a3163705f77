import { Section } from './section'

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
