import { useSearchParams } from 'react-router-dom'

export function useExplain() {
  const [, setQuery] = useSearchParams()
  return (asked: string) =>
    setQuery(
      (query) => {
        query.set('explain', asked)
        return query
      },
      { replace: true },
    )
}
