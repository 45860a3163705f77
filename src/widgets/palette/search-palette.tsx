import { useEffect, useState } from 'react'
import { LoadError } from '@/components/list/query-state'
import { Palette, type PaletteGroup, type PaletteItem } from '@/components/palette/palette'
import { type SearchResult, shortestTerm, useSearchEverything } from '@/entities/search/everything'
import { formatCount } from '@/lib/format'
import { removeHidden, trimText } from '@/lib/text'

const debounceMs = 150

type Screen = { title: string; to: string }

export type PaletteArea = {
  all: boolean
  hint: string
  screens: readonly Screen[]
  kinds: readonly {
    kind: SearchResult['kind']
    name: string
    item: (result: SearchResult) => Omit<PaletteItem, 'id'>
  }[]
}

type Props = { area: PaletteArea; onClose: () => void }

export function SearchPalette({ area, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [term, setTerm] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])

  const { data, isError, isFetching, refetch } = useSearchEverything(term, area.all)
  const query = trimText(removeHidden(typed)).toLowerCase()
  const screens = area.screens.filter(({ title }) => title.toLowerCase().includes(query))
  const isSearch = query.length >= shortestTerm
  const found = isSearch && data ? data : []
  const groups: PaletteGroup[] = [
    ...area.kinds.map(({ kind, name, item }) => ({
      name,
      items: found
        .filter((each) => each.kind === kind)
        .map((each) => ({ id: `${kind}-${each.id}`, ...item(each) })),
    })),
    { name: 'Screens', items: screens.map((screen) => ({ id: screen.to, ...screen })) },
  ]
  const count = found.length + screens.length
  const isSearching = isSearch && (isFetching || term !== typed.trim())
  return (
    <Palette
      hint={area.hint}
      term={typed}
      onTerm={setTyped}
      groups={groups}
      status={isSearching ? 'Searching...' : count === 0 ? 'Nothing found.' : formatCount(count, 'result')}
      problem={
        isSearch && isError ? (
          <LoadError
            title="The search could not be completed."
            busy={isFetching}
            onRetry={() => void refetch()}
          >
            Screens are still found.
          </LoadError>
        ) : null
      }
      onClose={onClose}
    />
  )
}
