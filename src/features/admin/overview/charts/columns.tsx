import clsx from 'clsx'
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { RovingTargets, useRovingTargets } from './targets'

type Props = {
  label: string
  count: number
  series: readonly string[]
  tip: (index: number) => ReactNode
  children: ReactNode
}

export function Columns({ label, count, series, tip, children }: Props) {
  const [shown, setShown] = useState<number>()
  const { box, roving, move, tap } = useRovingTargets(series, count, setShown)

  useEffect(() => {
    if (shown === undefined) return
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(undefined)
    }
    window.addEventListener('keydown', hideOnEscape)
    return () => window.removeEventListener('keydown', hideOnEscape)
  }, [shown])

  function handlePointer({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * count)
    setShown(Math.min(Math.max(index, 0), count - 1))
  }

  return (
    <fieldset
      ref={box}
      aria-label={label}
      className="relative mr-[52px] min-w-0"
      onPointerMove={handlePointer}
      onPointerLeave={() => setShown(undefined)}
      onBlur={() => setShown(undefined)}
      onKeyDown={move}
      onClick={tap}
    >
      {shown === undefined || shown >= count ? null : (
        <Band left={(shown / count) * 100} width={100 / count}>
          {tip(shown)}
        </Band>
      )}
      <RovingTargets value={roving}>{children}</RovingTargets>
    </fieldset>
  )
}

function Band({ left, width, children }: { left: number; width: number; children: ReactNode }) {
  return (
    <div
      className="pointer-events-none absolute inset-y-0 bg-surface-hover"
      style={{ left: `${left}%`, width: `${width}%` }}
    >
      <div
        className={clsx(
          'absolute top-0 z-10 rounded bg-surface-raised px-3 py-2.5 shadow-float',
          left < 50 ? 'left-full ml-2' : 'right-full mr-2',
        )}
      >
        {children}
      </div>
    </div>
  )
}

type TipProps = { title: string; rows: readonly { name: string; value: string }[] }

export function Tip({ title, rows }: TipProps) {
  return (
    <>
      <p className="font-semibold whitespace-nowrap">{title}</p>
      {rows.map(({ name, value }) => (
        <p key={name} className="figures flex justify-between gap-5 whitespace-nowrap">
          <span className="text-ink-muted">{name}</span>
          {value}
        </p>
      ))}
    </>
  )
}
