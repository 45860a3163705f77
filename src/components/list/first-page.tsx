import { Link, type LinkProps } from 'react-router-dom'

/** The way back from a later page that could not be loaded, whose pager is not shown. */
export function FirstPage({ page, to }: { page: number; to: LinkProps['to'] }) {
  return page > 1 ? (
    <Link className="link" to={to}>
      First page
    </Link>
  ) : null
}
