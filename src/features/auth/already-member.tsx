import { Link } from 'react-router-dom'
import { useViews } from './use-views'

export function AlreadyMember() {
  const { to } = useViews()
  return (
    <p>
      Already a member?{' '}
      <Link className="link" to={to('signin')}>
        Sign In
      </Link>
    </p>
  )
}
