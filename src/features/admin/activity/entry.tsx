import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { OwnLine } from '@/components/ui/own-line'
import { type Activity, actorOf } from '@/entities/activity/activity'
import { formatTime } from '@/lib/format'
import { changesOf } from './changes'
import { ChangesTable } from './changes-table'
import { OperationRows } from './operation-rows'
import { sentenceOf } from './sentence'

export function Entry({ entry }: { entry: Activity }) {
  const [open, setOpen] = useState(false)
  const sentence = useId()
  const changes = changesOf(entry)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-5 border-b border-line px-3 py-3 max-md:gap-x-3.5 max-md:px-0">
      <time dateTime={entry.at} className="figures py-0.5 text-ink-muted">
        {formatTime(entry.at)}
      </time>
      <div className="flex flex-wrap gap-x-4 py-0.5">
        <p id={sentence} className="[overflow-wrap:anywhere]">
          <bdi className="font-semibold">{actorOf(entry)}</bdi>{' '}
          {sentenceOf(entry).map((piece) =>
            typeof piece === 'string' ? (
              piece
            ) : piece.ownLine ? (
              <OwnLine key={piece.name}>{piece.name}</OwnLine>
            ) : piece.to ? (
              <Link key={piece.name} to={piece.to} className="link font-semibold">
                <bdi>{piece.name}</bdi>
              </Link>
            ) : (
              <bdi key={`${piece.name} ${piece.plain}`} className={piece.plain ? undefined : 'font-semibold'}>
                {piece.name}
              </bdi>
            ),
          )}
        </p>
        {entry.table_name === 'operations' ? <OperationRows entry={entry} describedBy={sentence} /> : null}
      </div>
      {changes.length > 0 ? (
        <button
          type="button"
          aria-expanded={open}
          aria-describedby={sentence}
          onClick={() => setOpen(!open)}
          title="Before and after"
          aria-label="Before and after"
          className="-my-1 grid size-8 cursor-pointer place-items-center rounded-sm text-ink-muted hover:bg-surface-hover hover:text-ink max-md:-my-3 max-md:-mr-2 max-md:size-11"
        >
          <ChevronRight
            aria-hidden="true"
            className={clsx('size-4 transition-transform', open && 'rotate-90')}
          />
        </button>
      ) : null}
      {open ? <ChangesTable changes={changes} /> : null}
    </li>
  )
}
