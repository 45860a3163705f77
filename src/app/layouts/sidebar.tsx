import { LogOut, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { Brand } from '@/components/domain/brand'
import { Avatar } from '@/components/ui/avatar'
import { Button, IconButton } from '@/components/ui/button'
import { ThemeSwitch } from '@/components/ui/theme-switch'
import { toastSuccess } from '@/components/ui/toast'
import { signedOutToast, useSignOut } from '@/entities/session/session'
import { formatNumber } from '@/lib/format'

function useSignOutWithToast() {
  const { mutateAsync, isPending } = useSignOut()
  async function signOutWithToast() {
    try {
      await mutateAsync()
    } catch {
      return
    }
    toastSuccess(...signedOutToast)
  }
  return { signOutWithToast, isSigningOut: isPending }
}

export type NavItem = {
  to: string
  label: string
  Icon: LucideIcon
  /** `noun` is for screen readers. */
  count?: { value: number; noun: string }
}

export type SidebarProps = {
  title: string
  home: string
  nav: NavItem[]
  area: 'Member' | 'Admin'
  balance?: ReactNode
  areaLink?: ReactNode
  name: string
  membership: string
}

export function Sidebar({
  title,
  home,
  nav,
  area,
  balance,
  areaLink,
  name,
  membership,
  bell,
  onClose,
}: SidebarProps & { bell?: ReactNode; onClose?: () => void }) {
  const { signOutWithToast, isSigningOut } = useSignOutWithToast()
  return (
    <div className="flex min-h-full flex-col px-4 pt-5 pb-4 max-md:pt-3">
      <div className="flex items-center">
        <Brand to={home} className="px-2 py-1" />
        {onClose ? (
          <IconButton aria-label="Close menu" icon={<X />} className="ml-auto" onClick={onClose} />
        ) : (
          <div className="-my-1 -mr-1 ml-auto">{bell}</div>
        )}
      </div>
      <p className="pt-[3px] pl-[42px] text-xs font-medium text-ink-muted">{title}</p>
      {balance}
      <nav aria-label={area} className="mt-6 grid gap-0.5">
        {nav.map(({ to, label, Icon, count }) => (
          <NavLink key={to} to={to} end={to === home} className="nav-link">
            <Icon />
            {label}
            {count ? (
              <span className="figures ml-auto text-xs font-medium text-ink-muted">
                <span>{formatNumber(count.value)}</span>
                <span className="sr-only"> {count.noun}</span>
              </span>
            ) : null}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3 pt-5">
        {areaLink}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button
            variant="quiet"
            size="sm"
            icon={<LogOut />}
            busy={isSigningOut}
            data-leaves
            onClick={() => signOutWithToast().then(onClose)}
          >
            Sign Out
          </Button>
          <ThemeSwitch />
        </div>
        <div className="flex items-center gap-3 border-t border-line-strong px-2 pt-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <p className="truncate leading-[1.125rem] font-semibold">
              <bdi>{name}</bdi>
            </p>
            <p className="truncate text-xs text-ink-muted">{membership}</p>
          </div>
        </div>
      </div>
    </div>
  )
}
