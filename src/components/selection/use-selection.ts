import { useRef, useState } from 'react'

type Options<Row> = {
  rows: readonly Row[]
  /** The number of matches of the filters; undefined while loading. */
  matching: { value: number; capped: boolean } | undefined
  /** The filters; a change clears the selection. */
  scope: string
}
type State<Row> = { scope: string; picked: ReadonlyMap<string, Row>; all: boolean }

/** Selects single rows of several pages, or all matches, which are not loaded. */
export function useSelection<Row extends { id: string }>({ rows, matching, scope }: Options<Row>) {
  const [state, setState] = useState<State<Row>>({ scope, picked: new Map(), all: false })
  const anchor = useRef<string>(undefined)
  // Else rows that match later would be selected.
  if (state.all && matching?.value === 0) setState({ scope, picked: new Map(), all: false })
  const isOver = state.scope !== scope
  const picked = isOver ? new Map<string, Row>() : state.picked
  const all = state.all && !isOver
  const isPicked = (id: string) => all || picked.has(id)
  const onPage = rows.filter(({ id }) => isPicked(id)).length

  const setPicked = (next: Iterable<readonly [string, Row]>) =>
    setState({ scope, picked: new Map(next), all: false })

  function set(changed: readonly Row[], selected: boolean) {
    // Deselecting a row of 'all matches' keeps only the rest of this page selected.
    const next = new Map(all ? rows.map((row) => [row.id, row] as const) : picked)
    for (const row of changed) {
      if (selected) next.set(row.id, row)
      else next.delete(row.id)
    }
    setPicked(next)
  }

  function upTo(id: string): readonly Row[] {
    const [from, to] = [anchor.current, id].map((each) => rows.findIndex((row) => row.id === each))
    if (from === undefined || to === undefined || to < 0) return []
    const start = from < 0 ? to : from
    return rows.slice(Math.min(start, to), Math.max(start, to) + 1)
  }

  return {
    all,
    picked: [...picked.values()],
    ids: [...picked.keys()],
    count: all ? (matching?.value ?? 0) : picked.size,
    capped: all && (matching?.capped ?? false),
    matching,
    isPicked,
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    pageSize: rows.length,
    toggle(id: string) {
      anchor.current = id
      set(
        rows.filter((row) => row.id === id),
        !isPicked(id),
      )
    },
    range(id: string, selected = true) {
      // When all matches are selected, there is nothing to add.
      if (!all || !selected) set(upTo(id), selected)
      anchor.current = id
    },
    setPage: (selected: boolean) => set(rows, selected),
    selectAll: () => matching && matching.value > 0 && setState({ scope, picked: new Map(), all: true }),
    clear: () => setPicked([]),
  } as const
}

export type Selection<Row extends { id: string } = { id: string }> = ReturnType<typeof useSelection<Row>>
