import { useState } from 'react'
import type { Activity } from '@/entities/activity/activity'
import { OpenRows } from '@/widgets/operations/open-rows'

type Props = { entry: Activity; describedBy: string }

export function OperationRows({ entry: { row_id, after }, describedBy }: Props) {
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
