import { createContext, type KeyboardEvent, type MouseEvent, useContext, useRef, useState } from 'react'
import { useExplain } from '@/components/explain/explained'

type Target = { numberRef: string; label: string }

type Roving = { current: string; focused: (id: string, column: number) => void }
const RovingFocus = createContext<Roving>({ current: '', focused: () => {} })
export const RovingTargets = RovingFocus.Provider

const idOf = (series: string, column: number) => `${series}-${column}`

/** One tab stop; arrow keys move between the columns of a chart and within a column. */
export function useRovingTargets(
  series: readonly string[],
  count: number,
  onColumn: (column: number) => void,
) {
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
  function tap({ target, clientX, clientY }: MouseEvent) {
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
  return { box, roving, move, tap }
}

type Props = {
  series: string
  targets: readonly Target[]
  top: number
  bottom: number
}

export function Targets({ series, targets, top, bottom }: Props) {
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
