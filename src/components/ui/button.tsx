import clsx from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonStyle } from './button-style'
import { Ring } from './spinner'

type Props = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    icon?: ReactNode
    /** Keeps focus and width, ignores clicks. */
    busy?: boolean
    busyLabel?: string
  }

export function Button({
  variant,
  size,
  block,
  className,
  icon,
  busy = false,
  busyLabel,
  onClick,
  children,
  ...rest
}: Props) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={buttonStyle({ variant, size, block, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={click}
    >
      {busyLabel === undefined ? (
        <Content icon={busy ? <Ring /> : icon}>{children}</Content>
      ) : (
        <span className="grid">
          <Content icon={icon} hidden={busy}>
            {children}
          </Content>
          <Content icon={<Ring />} hidden={!busy}>
            {busyLabel}
          </Content>
        </span>
      )}
    </button>
  )
}

/** Both labels share a grid cell, so the wider one sets the width. */
function Content({
  icon,
  hidden = false,
  children,
}: {
  icon?: ReactNode
  hidden?: boolean
  children: ReactNode
}) {
  return (
    <span
      aria-hidden={hidden || undefined}
      className={clsx(
        'col-start-1 row-start-1 inline-flex items-center justify-center gap-2 [&>.lucide]:-ml-0.5 [&>.lucide]:size-[17px]',
        hidden && 'invisible',
      )}
    >
      {icon}
      {children}
    </span>
  )
}
