import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Activity, actorOf } from '@/entities/activity/activity'
import { formatTime } from '@/lib/format'
import { OpenRows } from '@/widgets/operations/kinds'
import { type Change, changesOf } from './format-value'
import { sentenceOf } from './sentence'

function ChangesTable({ changes }: { changes: Change[] }) {
  return (
    <table className="mt-2 mb-1 w-full max-w-[720px] table-fixed text-left max-md:col-span-full md:col-start-2">
      <caption className="sr-only">Before and after</caption>
      <thead>
        <tr className="border-b border-line-strong text-xs text-ink-muted [&>th]:py-1.5 [&>th]:pr-3 [&>th]:font-medium">
          <th scope="col" className="w-[28%] max-md:w-[96px]">
            Field
          </th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ column, label, before, after }) => (
          <tr
            key={column}
            className="border-b border-line align-top last:border-b-0 [&>*]:py-2 [&>*]:pr-3 [&>*]:[overflow-wrap:anywhere]"
          >
            <th scope="row" className="font-normal text-ink-muted">
              {label}
            </th>
            <td>
              <bdi>{before ?? '–'}</bdi>
            </td>
            <td>
              <bdi>{after ?? '–'}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = { entry: Activity; describedBy: string }

function OperationRows({ entry: { row_id, after }, describedBy }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        className="link hit-area"
        onClick={() => setOpen(true)}
      >
        See the rows
      </button>
      {open ? (
        <OpenRows
          frame={{ title: 'Rows' }}
          operation={{ id: row_id, kind: String(after?.kind), parameters: after?.parameters }}
          count={Number(after?.rows)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

/** Filters by who it was, a former admin too, whom the list of admins lacks. */
function Actor({ entry }: { entry: Activity }) {
  const name = <bdi className="font-semibold">{actorOf(entry)}</bdi>
  return entry.actor_id === null ? (
    name
  ) : (
    <Link to={`?by=${entry.actor_id}`} className="rounded-sm underline-offset-[3px] hover:underline">
      {name}
    </Link>
  )
}

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
          <Actor entry={entry} />{' '}
          {sentenceOf(entry).map((piece) =>
            typeof piece === 'string' ? (
              piece
            ) : piece.to ? (
              <Link key={piece.name} to={piece.to} className="link font-semibold max-md:my-0 max-md:py-0">
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
          <ChevronRight className={clsx('size-4 transition-transform', open && 'rotate-90')} />
        </button>
      ) : null}
      {open ? <ChangesTable changes={changes} /> : null}
    </li>
  )
}
