/** @jsxImportSource react */
import { createElement, type ReactNode, use } from 'react'
import { FrameContext } from './layout.tsx'
import { styles } from './styles.ts'

export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

/** What was delivered. */
export function Box({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="box" style={styles.box}>
      <p className="label" style={styles.boxLabel}>
        {label}
      </p>
      <p style={styles.last}>{children}</p>
    </div>
  )
}

export function TextLink({ href, children = href }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} className="link" style={styles.link}>
      {children}
    </a>
  )
}

const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/

/** Text that somebody wrote: line breaks are kept, and web addresses become links (D30). */
export function Written({ children }: { children: string }) {
  const parts = children.split(address)
  const shown = parts.map((part, index) => (index % 2 === 1 ? createElement(TextLink, { href: part }) : part))
  return createElement('p', { style: styles.written }, ...shown)
}

/** Why the recipient gets an email, and the link that ends the emails of its group (D40). */
type WhyProps = { about: string; link?: string; children: ReactNode }

export function Why({ about, link = `Unsubscribe from emails about ${about}`, children }: WhyProps) {
  const { unsubscribe } = use(FrameContext)
  return (
    <>
      <p style={styles.last}>{children}</p>
      {unsubscribe ? (
        <p style={styles.end}>
          <TextLink href={unsubscribe}>{link}</TextLink>
        </p>
      ) : null}
    </>
  )
}
