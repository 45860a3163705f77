import clsx from 'clsx'
import type { ComponentProps, RefCallback } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> & {
  label: string
  /** False in tables, whose header shows the label: then only for screen readers. */
  showLabel?: boolean
  indeterminate?: boolean
  ref?: RefCallback<HTMLInputElement>
}

export function Checkbox({ label, showLabel = false, indeterminate = false, ref, ...input }: Props) {
  return (
    <label
      className={clsx(
        'relative',
        showLabel ? 'flex w-fit items-center gap-2.5 max-md:min-h-11' : 'block size-[18px]',
      )}
    >
      <input
        {...input}
        type="checkbox"
        ref={(control) => {
          if (control) control.indeterminate = indeterminate
          ref?.(control)
        }}
        className="peer absolute -inset-[11px] z-1 size-10 appearance-none opacity-0 max-md:-inset-[13px] max-md:size-11"
      />
      <span
        aria-hidden="true"
        className="grid size-[18px] flex-none place-items-center rounded-sm border border-line-control bg-surface-raised transition-colors peer-checked:border-accent peer-checked:bg-accent peer-hover:border-ink-2 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:border-line-strong peer-disabled:bg-surface-sunk after:h-[5px] after:w-[9px] after:-translate-y-px after:-rotate-45 after:border-b-2 after:border-l-2 after:border-on-accent not-peer-checked:not-peer-indeterminate:after:hidden peer-checked:peer-disabled:after:border-ink-muted peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-indeterminate:after:h-0 peer-indeterminate:after:w-2 peer-indeterminate:after:translate-y-0 peer-indeterminate:after:rotate-0 peer-indeterminate:after:border-l-0"
      />
      <bdi className={showLabel ? undefined : 'sr-only'}>{label}</bdi>
    </label>
  )
}

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string; hint?: string }

const semantics = { type: 'checkbox', role: 'switch' } as const

export function Switch({ label, hint, ...input }: SwitchProps) {
  return (
    <label className="relative inline-flex min-h-11 items-center gap-3 font-semibold md:min-h-0">
      <input
        {...input}
        {...semantics}
        className="peer absolute inset-0 z-1 size-full appearance-none opacity-0"
      />
      <span
        aria-hidden="true"
        className="relative h-[22px] w-[38px] flex-none rounded-full bg-line-control transition-colors peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:bg-line-strong after:absolute after:top-[3px] after:left-[3px] after:size-4 after:rounded-full after:bg-surface-raised after:transition-transform peer-checked:after:translate-x-4 peer-checked:after:bg-on-accent"
      />
      <span>
        {label}
        {hint ? <span className="block text-xs font-normal text-ink-muted">{hint}</span> : null}
      </span>
    </label>
  )
}
