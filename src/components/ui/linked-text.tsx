import { linkParts } from '@/lib/web-address'

export function LinkedText({ children }: { children: string }) {
  return linkParts(children).map(({ text, isLink, at }) =>
    isLink ? (
      <a key={at} href={text} target="_blank" rel="noopener noreferrer" className="link">
        {text}
      </a>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}
