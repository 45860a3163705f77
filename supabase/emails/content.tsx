import type { ReactNode } from 'react'
import { If } from './layout.tsx'
import { styles } from './styles.ts'

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

/** User-written text: line breaks are kept, and web addresses become links (D30). */
export function Written({ name }: { name: string }) {
  return (
    <p style={styles.written}>
      <If name={`${name}.parts`}>
        <If name="url">
          <a href="{{url}}" className="link" style={styles.link}>
            {'{{url}}'}
          </a>
        </If>
        {'{{part}}'}
      </If>
    </p>
  )
}

/** Why the recipient gets an email, and the link that ends the emails of its group (D40). */
export function Why({ about, children }: { about: string; children: ReactNode }) {
  return (
    <>
      <p style={styles.last}>{children}</p>
      <If name="unsubscribe">
        <p style={styles.end}>
          <a href="{{unsubscribe}}" className="link" style={styles.link}>
            Unsubscribe from emails about {about}
          </a>
        </p>
      </If>
    </>
  )
}
