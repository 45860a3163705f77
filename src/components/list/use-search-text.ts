import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { withoutCursor } from '@/lib/page-cursor'

const pause = 250

/**
 * The text of a list's search, which lives in the URL as `q`: what stands in the field, what the list asks for, and the
 * way to change it. The URL follows after 250 ms without a key; a new search starts at the first page.
 */
export function useSearchText() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const [typed, setTyped] = useState(search)
  const written = useRef(search)
  const [home] = useState(() => window.location.pathname)

  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setTyped(search)
  }, [search])

  useEffect(() => {
    const next = typed.trim()
    if (next === written.current) return
    const timer = setTimeout(() => {
      // The way to another page may be under way, whose code is still loading: this would lead back.
      if (window.location.pathname !== home) return
      written.current = next
      setParams(
        (now) => {
          if (next) now.set('q', next)
          else now.delete('q')
          return withoutCursor(now)
        },
        { replace: true },
      )
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, setParams, home])

  return { typed, search, setTyped }
}
