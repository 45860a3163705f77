import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

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

  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setTyped(search)
  }, [search])

  useEffect(() => {
    const next = typed.trim()
    if (next === written.current) return
    const timer = setTimeout(() => {
      written.current = next
      setParams(
        (now) => {
          if (next) now.set('q', next)
          else now.delete('q')
          now.delete('page')
          return now
        },
        { replace: true },
      )
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, setParams])

  return { typed, search, setTyped }
}
