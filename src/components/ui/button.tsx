import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonStyle } from './button-style'
import { Ring } from './spinner'

type Props = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    icon?: ReactNode
    /** Keeps focus and width, ignores clicks. */
    busy?: boolean
    busyLabel?: string
    /** Says in place that it was done. */
    done?: boolean
    doneLabel?: string
  }

export function Button({
  variant,
  size,
  block,
  className,
  icon,
  busy = false,
  busyLabel,
  done = false,
  doneLabel,
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
      {busyLabel === undefined && doneLabel === undefined ? (
        <Content icon={busy ? <Ring /> : icon}>{children}</Content>
      ) : (
        <span className="grid">
          <Content
            icon={busyLabel === undefined && busy ? <Ring /> : icon}
            hidden={done || (busy && busyLabel !== undefined)}
          >
            {children}
          </Content>
          {busyLabel === undefined ? null : (
            <Content icon={<Ring />} hidden={!busy}>
              {busyLabel}
            </Content>
          )}
          {doneLabel === undefined ? null : (
            <Content icon={<Check aria-hidden="true" />} hidden={!done}>
              {doneLabel}
            </Content>
          )}
        </span>
      )}
    </button>
  )
}

/** The labels share a grid cell, so the widest one sets the width. */
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
      <span className="contents">{children}</span>
    </span>
  )
}
