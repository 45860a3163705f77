import type { ReactNode } from 'react'
import type { LaunchState } from './launch-spots'

type Props = { is: LaunchState[]; children: ReactNode }

export function When({ is, children }: Props) {
  return (
    <span data-when={is.join(' ')} hidden={!is.includes('unknown')}>
      {children}
    </span>
  )
}

export function SpotsLeft() {
  return <span data-left="" />
}
