import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

/** The number of an order, which leads to it in Order History. */
export function OrderLink({ number }: { number: string }) {
  return (
    <Link to={paths.orderOf(number)} className="link">
      {number}
    </Link>
  )
}
