import clsx from 'clsx'
import type { ComponentProps, RefCallback } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> & {
  label: string
  /** False in tables, whose header shows the label: then only for screen readers. */
  shown?: boolean
  indeterminate?: boolean
  ref?: RefCallback<HTMLInputElement>
}

export function Checkbox({ label, shown = false, indeterminate = false, ref, ...input }: Props) {
  return (
    <label
      className={clsx(
        'relative',
        shown ? 'flex w-fit items-center gap-2.5 max-md:min-h-11' : 'block size-[18px]',
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
      <bdi className={shown ? undefined : 'sr-only'}>{label}</bdi>
    </label>
  )
}
