import type { ReactNode } from 'react'

type Line = { name: string; value: ReactNode }
type Props = { label: string; lines: readonly Line[]; total: Line }

/** A subtraction with a double rule above the result. */
export function Sum({ label, lines, total }: Props) {
  return (
    <section aria-label={label}>
      <dl className="figures border-t border-ink">
        {lines.map(({ name, value }) => (
          <div
            key={name}
            className="flex items-center justify-between gap-4 border-b border-line py-2.5 nth-last-2:border-ink"
          >
            <dt className="text-ink-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
        <div className="double-rule flex items-center justify-between gap-4 pt-3 pb-2.5">
          <dt className="text-base font-semibold">{total.name}</dt>
          <dd className="font-serif text-[2.5rem]/none font-medium tracking-[-.015em]">{total.value}</dd>
        </div>
      </dl>
    </section>
  )
}

type RowProps = {
  name: ReactNode
  value: string
  /** Of the line above. */
  isPart?: boolean
  nameClass?: string
}

/** For a `<dl>` that ends in a `SumTotal`. */
export function SumLine({ name, value, isPart = false, nameClass }: RowProps) {
  return (
    <div
      className={
        isPart
          ? 'flex justify-between gap-4 border-b border-line py-[7px] pl-5 text-ink-2'
          : 'flex justify-between gap-4 border-b border-line py-2.5'
      }
    >
      <dt className={nameClass ?? (isPart ? undefined : 'text-ink-muted')}>{name}</dt>
      <dd className={isPart ? undefined : 'font-semibold'}>{value}</dd>
    </div>
  )
}

export function SumTotal({ name, value }: Pick<RowProps, 'name' | 'value'>) {
  return (
    <div className="double-rule -mt-px flex items-center justify-between gap-4 border-t border-t-ink pt-3 pb-2.5">
      <dt className="text-base font-semibold">{name}</dt>
      <dd className="font-serif text-[2.5rem]/none font-medium tracking-[-.015em]">{value}</dd>
    </div>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3.5 border-b border-line py-2.5">
      <dt className="min-w-0 flex-[0_1_8.5rem] text-ink-muted">{name}</dt>
      <dd className="figures min-w-0 flex-[1_1_8.5rem] [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
