import clsx from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLayer } from '@/components/dialog/open-dialogs'
import { IconButton } from './button'

export type MenuItem = {
  label: string
  hint?: string
  icon?: ReactNode
  danger?: boolean
  /** The focus is on the menu's button then, where a dialog returns it. */
  onSelect: () => void
}

/** False, null and empty items are left out; a menu without items is not shown. */
type Props = {
  label: string
  items: readonly (MenuItem | false | null | '' | undefined)[]
  className?: string
}

/** The quiet menu '...': Enter or a click opens it, arrows move, Escape returns to its button. */
export function Menu({ label, items, className }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The press that closes the menu must not open it again.
  const wasOpen = useRef(false)
  const shown = items.filter((item) => !!item)
  if (shown.length === 0) return null
  return (
    <>
      <IconButton
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        icon={<Ellipsis />}
        className={className}
        onPointerDown={() => {
          wasOpen.current = isOpen
        }}
        onClick={() => {
          setOpen(!wasOpen.current)
          wasOpen.current = false
        }}
      />
      {isOpen ? <Items label={label} items={shown} button={button} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type ItemsProps = Omit<Props, 'items'> & {
  items: readonly MenuItem[]
  button: { current: HTMLButtonElement | null }
  onClose: () => void
}

function Items({ label, items, button, onClose }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null)
  // Back closes it.
  useLayer(() => menu.current?.hidePopover())
  const all = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  const open = useEffectEvent(() => {
    menu.current?.showPopover()
    positionMenu()
    all()[0]?.focus({ preventScroll: true })
  })
  const positionMenu = useEffectEvent(() => {
    const [popup, anchor] = [menu.current, button.current?.getBoundingClientRect()]
    if (!popup || !anchor) return
    const below = anchor.bottom + 4
    const isBelow = below + popup.offsetHeight <= window.innerHeight
    popup.style.top = `${isBelow ? below : Math.max(8, anchor.top - popup.offsetHeight - 4)}px`
    popup.style.left = `${Math.max(8, anchor.right - popup.offsetWidth)}px`
  })
  useEffect(() => {
    open()
    const follow = () => positionMenu()
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [])

  function close() {
    menu.current?.hidePopover()
    button.current?.focus()
  }

  function moveFocus(event: KeyboardEvent) {
    const found = all()
    const at = found.indexOf(document.activeElement as HTMLElement)
    const last = found.length - 1
    const byLetter = () => {
      const starts = (item: HTMLElement) =>
        item.textContent?.toLowerCase().startsWith(event.key.toLowerCase())
      return [...found.slice(at + 1), ...found.slice(0, at + 1)].find(starts)
    }
    const next = {
      ArrowDown: found[at === last ? 0 : at + 1],
      ArrowUp: found[at <= 0 ? last : at - 1],
      Home: found[0],
      End: found[last],
    }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else (next ?? (event.key.length === 1 && event.key !== ' ' ? byLetter() : undefined))?.focus()
    if (next || event.key === 'Escape') event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
  }

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      popover="auto"
      className="fixed inset-auto m-0 min-w-52 max-w-[min(320px,calc(100vw-16px))] rounded border border-line bg-surface-raised py-1.5 text-left whitespace-normal text-ink shadow-float"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={moveFocus}
    >
      {items.map(({ label: text, hint, icon, danger, onSelect }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={clsx(
            'flex min-h-10 w-full items-start gap-3 px-4 py-2.5 text-left leading-5 font-medium -outline-offset-2 hover:bg-surface-hover max-md:min-h-11 max-md:py-3 [&>.lucide]:mt-px',
            danger ? 'text-danger' : 'text-ink',
          )}
          onClick={() => {
            close()
            onSelect()
          }}
        >
          {icon}
          <span>
            {text}
            {hint ? <span className="block text-xs font-normal text-ink-muted">{hint}</span> : null}
          </span>
        </button>
      ))}
    </div>
  )
}
