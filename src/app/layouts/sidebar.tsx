import clsx from 'clsx'
import { LogOut, type LucideIcon, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { NavLink } from 'react-router-dom'
import { useLeave } from '@/app/layouts/use-leave'
import { Brand } from '@/components/domain/brand'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { ThemeSwitch } from '@/components/ui/theme-switch'
import { formatNumber } from '@/lib/format'

export type NavItem = {
  to: string
  label: string
  Icon: LucideIcon
  /** What waits there: '11', and for ears 'pending'. */
  count?: { value: number; noun: string }
}

export type SidebarProps = {
  /** 'Member Dashboard' or 'Admin Panel'. */
  title: string
  /** Where the wordmark leads: the first entry of `nav`. */
  home: string
  nav: NavItem[]
  admin?: boolean
  /** Above the navigation: the purse. */
  purse?: ReactNode
  /** Above Sign Out: the way to the other area. */
  crossing?: ReactNode
  name: string
  standing: string
  panel: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
}

/** The sidebar of both areas; on a phone it is the drawer, a dialog while open. */
export function Sidebar({
  title,
  home,
  nav,
  admin = false,
  purse,
  crossing,
  name,
  standing,
  panel,
  open,
  onClose,
}: SidebarProps) {
  const { leave, leaving } = useLeave()
  return (
    <aside
      ref={panel}
      id="side"
      aria-label={title}
      {...(open ? { role: 'dialog', 'aria-modal': true } : {})}
      className={clsx(
        'flex flex-col overflow-auto border-r bg-surface-sunk px-4 pt-5 pb-4 text-ink md:sticky md:top-0 md:h-dvh',
        'max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:z-50 max-md:w-[min(320px,86vw)] max-md:overscroll-contain max-md:pt-3 max-md:shadow-float max-md:duration-200',
        // Opening, it is visible at once: what is hidden until the first frame cannot take the focus.
        open
          ? 'max-md:transition-transform'
          : 'max-md:invisible max-md:-translate-x-[102%] max-md:transition-[translate,visibility]',
        admin ? 'admin-side border-transparent' : 'border-line',
      )}
    >
      <div className="flex items-center">
        <div>
          <Brand to={home} className="px-2 py-1" />
          <p className="pt-[3px] pl-[42px] text-xs font-medium text-ink-muted">{title}</p>
        </div>
        <IconButton aria-label="Close menu" icon={<X />} className="ml-auto md:hidden" onClick={onClose} />
      </div>
      {purse}
      <nav aria-label={admin ? 'Admin' : 'Member'} className="mt-6 grid gap-0.5">
        {nav.map(({ to, label, Icon, count }) => (
          <NavLink
            key={to}
            to={to}
            end={to === home}
            onClick={onClose}
            className={clsx(
              'relative flex h-10 items-center gap-3 rounded px-3 font-medium text-ink-2 no-underline transition-colors hover:bg-surface-hover hover:text-ink max-md:h-11',
              'aria-[current]:bg-surface-raised aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:shadow-[inset_0_0_0_1px_var(--line)] aria-[current]:[&>.lucide]:text-accent',
              'aria-[current]:before:absolute aria-[current]:before:inset-y-2 aria-[current]:before:-left-4 aria-[current]:before:w-[3px] aria-[current]:before:bg-accent',
            )}
          >
            <Icon aria-hidden="true" />
            {label}
            {count ? (
              <span className="figures ml-auto text-xs font-medium text-ink-muted">
                {formatNumber(count.value)}
                <span className="sr-only"> {count.noun}</span>
              </span>
            ) : null}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3 pt-5">
        {crossing}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button variant="quiet" size="sm" icon={<LogOut />} busy={leaving} onClick={leave}>
            Sign Out
          </Button>
          <ThemeSwitch />
        </div>
        <div className="flex items-center gap-3 border-t border-line-strong px-2 pt-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <p className="h-[18px] truncate leading-[18px] font-semibold">
              <bdi>{name}</bdi>
            </p>
            <p className="h-4 truncate text-xs text-ink-muted">{standing}</p>
          </div>
        </div>
      </div>
    </aside>
  )
}
