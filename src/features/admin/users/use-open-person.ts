import { type To, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/** Set where the list itself opened the panel: then closing it is going back. */
const fromList = { fromList: true }

/** Whose panel is open, which lives in the URL beside the place of the list, and the ways to open, turn and close it. */
export function useOpenPerson() {
  const [query, setQuery] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  function linkTo(id: string): { to: To; state: object } {
    const next = new URLSearchParams(query)
    next.set('person', id)
    return { to: { search: next.toString() }, state: fromList }
  }

  function close() {
    if (state?.fromList) return navigate(-1)
    return setQuery(
      (now) => {
        now.delete('person')
        now.delete('show')
        return now
      },
      { replace: true },
    )
  }

  function show(list: string) {
    setQuery(
      (now) => {
        now.set('show', list)
        return now
      },
      { replace: true, state },
    )
  }

  return { id: query.get('person'), shown: query.get('show'), linkTo, show, close }
}
