import { useSearchParams } from 'react-router-dom'
import { type Place, placeIn, withPlace } from '@/lib/place'

/** Where a long list stands, which lives in the URL (D20), and the way to move it. */
export function usePlace() {
  const [query, setQuery] = useSearchParams()
  const go = (place: Place) => setQuery((now) => withPlace(now, place), { replace: true })
  return { place: placeIn(query), go }
}
