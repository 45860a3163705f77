import { brand } from '@/lib/brand'

export function ContactLink() {
  return (
    <a
      data-contact=""
      className="link break-words max-md:-my-3 max-md:inline-block max-md:py-3"
      href={`mailto:${brand.contactEmail}`}
    >
      {brand.contactEmail}
    </a>
  )
}
