import type { ReactNode } from 'react'

export function DrawerTitle({ children }: { children: ReactNode }) {
  return <span className="text-sm font-normal tracking-normal text-ink-muted">{children}</span>
}
