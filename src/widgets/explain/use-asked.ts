import { useSearchParams } from 'react-router-dom'
import { askedFrom } from '@/entities/explanations/asked'

export function useAsked() {
  const [query, setQuery] = useSearchParams()
  function close() {
    setQuery(
      (now) => {
        now.delete('explain')
        return now
      },
      { replace: true },
    )
  }
  return { asked: askedFrom(query.get('explain')), close }
}
