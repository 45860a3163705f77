import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

export function OrderLink({ number }: { number: string }) {
  return (
    <Link to={paths.orderOf(number)} className="link">
      {number}
    </Link>
  )
}
