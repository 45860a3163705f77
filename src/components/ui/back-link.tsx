import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="hit-area mb-4 !inline-flex items-center gap-1.5 font-medium text-ink-muted no-underline hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="!size-4" />
      {children}
    </Link>
  )
}
