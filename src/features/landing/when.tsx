import type { ReactNode } from 'react'
import type { LaunchState } from './launch-spots'

type Props = { is: LaunchState[]; className?: string; children: ReactNode }

/** See `showLaunchSpots`. */
export function When({ is, className, children }: Props) {
  return (
    <span data-when={is.join(' ')} hidden={!is.includes('unknown')} className={className}>
      {children}
    </span>
  )
}

export function SpotsLeft() {
  return <span data-left="" />
}
