import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { textParam, useUrlState } from './use-url-state'

const debounceMs = 250
const params = { q: textParam }

/** `typed` is the field's text, `search` the URL's `q`, 250 ms later. */
export function useSearchText() {
  const { state, set } = useUrlState(params)
  const search = state.q
  const [typed, setTyped] = useState(search)
  const writtenText = useRef(search)
  const [home] = useState(() => window.location.pathname)

  useEffect(() => {
    if (search === writtenText.current) return
    writtenText.current = search
    setTyped(search)
  }, [search])

  const write = useEffectEvent((text: string) => {
    // Still mounted while the next page loads: a write would cancel that navigation.
    if (window.location.pathname !== home) return
    writtenText.current = text
    set({ q: text })
  })

  useEffect(() => {
    const text = typed.trim()
    if (text === writtenText.current) return
    const timer = setTimeout(() => write(text), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])

  return { typed, search, setTyped }
}
