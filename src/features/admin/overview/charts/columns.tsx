import clsx from 'clsx'
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useExplain } from '@/components/explain/explained'

type Target = { numberRef: string; label: string }

type Roving = { current: string; focused: (id: string, column: number) => void }
const RovingFocus = createContext<Roving>({ current: '', focused: () => {} })
const RovingTargets = RovingFocus.Provider

const idOf = (series: string, column: number) => `${series}-${column}`

/** One tab stop; arrow keys move between the columns of a chart and within a column. */
function useRovingTargets(series: readonly string[], count: number, onColumn: (column: number) => void) {
  const box = useRef<HTMLFieldSetElement>(null)
  const [current, setCurrent] = useState(idOf(series[0] ?? '', count - 1))
  const buttons = () => [...(box.current?.querySelectorAll<HTMLButtonElement>('[data-target]') ?? [])]

  function move(event: KeyboardEvent) {
    const [name = '', column = ''] = current.split('-')
    const at = series.indexOf(name)
    const next = {
      ArrowLeft: idOf(name, Number(column) - 1),
      ArrowRight: idOf(name, Number(column) + 1),
      ArrowUp: idOf(series[at - 1] ?? '', Number(column)),
      ArrowDown: idOf(series[at + 1] ?? '', Number(column)),
      Home: idOf(name, 0),
      End: idOf(name, count - 1),
    }[event.key]
    const button = buttons().find((each) => each.dataset.target === next)
    if (!button) return
    event.preventDefault()
    button.focus()
  }

  /** On phones the bars are too narrow for targets of their own. */
  function handleTap({ target, clientX, clientY }: MouseEvent) {
    if (target instanceof HTMLButtonElement) return
    const under = buttons().find((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return left <= clientX && clientX < right && top <= clientY && clientY < bottom
    })
    under?.click()
  }

  const roving: Roving = {
    current,
    focused(id, column) {
      setCurrent(id)
      onColumn(column)
    },
  }
  return { box, roving, move, handleTap }
}

type TargetsProps = {
  series: string
  targets: readonly Target[]
  top: number
  bottom: number
}

export function Targets({ series, targets, top, bottom }: TargetsProps) {
  const { current, focused } = useContext(RovingFocus)
  const explain = useExplain()
  return targets.map(({ numberRef, label }, column) => (
    <button
      key={numberRef}
      type="button"
      data-target={idOf(series, column)}
      aria-haspopup="dialog"
      aria-label={`${label}. Explain`}
      tabIndex={current === idOf(series, column) ? 0 : -1}
      className="absolute cursor-help -outline-offset-2 max-md:invisible"
      style={{
        left: `${(column / targets.length) * 100}%`,
        width: `${100 / targets.length}%`,
        top: `${top}%`,
        bottom: `${bottom}%`,
      }}
      onFocus={() => focused(idOf(series, column), column)}
      onClick={() => explain(numberRef)}
    />
  ))
}

type Props = {
  label: string
  count: number
  series: readonly string[]
  tip: (index: number) => ReactNode
  children: ReactNode
}

export function Columns({ label, count, series, tip, children }: Props) {
  const [shownIndex, setShownIndex] = useState<number>()
  const { box, roving, move, handleTap } = useRovingTargets(series, count, setShownIndex)

  useEffect(() => {
    if (shownIndex === undefined) return
    const hideOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') setShownIndex(undefined)
    }
    window.addEventListener('keydown', hideOnEscape)
    return () => window.removeEventListener('keydown', hideOnEscape)
  }, [shownIndex])

  function handlePointer({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * count)
    setShownIndex(Math.min(Math.max(index, 0), count - 1))
  }

  return (
    <fieldset
      ref={box}
      aria-label={label}
      className="relative mr-[52px] min-w-0"
      onPointerMove={handlePointer}
      onPointerLeave={() => setShownIndex(undefined)}
      onBlur={() => setShownIndex(undefined)}
      onKeyDown={move}
      onClick={handleTap}
    >
      {shownIndex === undefined || shownIndex >= count ? null : (
        <Band left={(shownIndex / count) * 100} width={100 / count}>
          {tip(shownIndex)}
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
