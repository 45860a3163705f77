import type { ReactNode } from 'react'
import type { LaunchState } from './launch-spots'

type Props = { is: LaunchState[]; className?: string; children: ReactNode }

/** Words that hold while so much is known of the launch places; `showPlaces` turns them over. */
export function When({ is, className, children }: Props) {
  return (
    <span data-when={is.join(' ')} hidden={!is.includes('unknown')} className={className}>
      {children}
    </span>
  )
}

/** 'N of 50', once N is known. */
export function SpotsLeft() {
  return <span data-left="" />
}
