import { brand } from '@/lib/brand'

/** The house's e-mail address. */
export function ContactLink() {
  return (
    <a className="link break-words" href={`mailto:${brand.contactEmail}`}>
      {brand.contactEmail}
    </a>
  )
}
