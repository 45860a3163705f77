import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

export function OrderLink({ id, number }: { id: string; number: string }) {
  return (
    <Link to={paths.orderOf(id)} translate="no" className="link">
      {number}
    </Link>
  )
}
