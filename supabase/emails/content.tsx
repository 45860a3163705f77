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

/** A text that somebody wrote: its lines are kept, and its web addresses are links (D30). */
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
