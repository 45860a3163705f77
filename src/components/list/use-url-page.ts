import { useSearchParams } from 'react-router-dom'

/** The page of a list, which lives in the URL: 1 where the URL says nothing sensible. */
export function useUrlPage() {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('page'))

  function setPage(page: number) {
    setParams(
      (now) => {
        if (page > 1) now.set('page', String(page))
        else now.delete('page')
        return now
      },
      { replace: true },
    )
  }

  return { page: Number.isSafeInteger(asked) && asked > 1 ? asked : 1, setPage }
}
