import { Link } from 'react-router-dom'

type Props = { title: string; link?: { to: string; label: string } }

export function SectionHead({ title, link }: Props) {
  return (
    <div className="mb-2 flex min-h-[34px] items-center justify-between gap-4">
      <h2 className="text-base font-semibold">{title}</h2>
      {link ? (
        <Link to={link.to} className="link">
          {link.label}
        </Link>
      ) : null}
    </div>
  )
}
