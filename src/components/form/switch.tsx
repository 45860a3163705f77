import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string; hint?: string }

const semantics = { type: 'checkbox', role: 'switch' } as const

export function Switch({ label, hint, ...input }: Props) {
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
