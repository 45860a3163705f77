import { useState } from 'react'
import * as z from 'zod/mini'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { ImportDialog, useImportDraft } from '@/components/import/import-dialog'
import { ImportPreview } from '@/components/import/import-preview'
import { Button } from '@/components/ui/button'
import { WithName } from '@/components/ui/with-name'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { importErrorMessage, keyProblemText } from '@/entities/deliveries/admin-messages'
import { type KeyImport, maxImportedKeys, useImportKeys } from '@/entities/deliveries/pool'
import { keyColumn } from '@/lib/csv-headings'
import { maskMiddle } from '@/lib/csv-lines'
import { errorCode } from '@/lib/errors'
import { formatCount, formatNumber } from '@/lib/format'

type Props = { benefit: Pick<AdminBenefit, 'id' | 'name'>; onClose: () => void }

/** Keys as they are written: the database trims them, and reports what is wrong with each. */
const keySchema = {
  columns: { key: keyColumn },
  row: z.object({ key: z.string() }),
  noun: 'key',
  maxLines: maxImportedKeys,
  maxText: 5_000_000,
  isPlain: true,
}

/** An import whose response was lost: its keys, how many it should have added, and the duplicates of the check before. */
type LostImport = { keys: string; added: number; duplicates: number }

const duplicatesOf = ({ problems }: KeyImport) =>
  problems.filter(({ problem }) => problem === 'duplicate_key').length
const alreadyAddedText = 'The attempt whose response was lost has added them.'

export function ImportKeys({ benefit, onClose }: Props) {
  const draft = useImportDraft(keySchema)
  const [checked, setChecked] = useState<KeyImport>()
  const [done, setDone] = useState<KeyImport>()
  const [lostImport, setLostImport] = useState<LostImport>()
  const check = useImportKeys(benefit.id, true)
  const add = useImportKeys(benefit.id)
  const isPending = check.isPending || add.isPending
  const { rows, lines, refused } = draft.table
  const keys = rows.map(({ row }) => row.key)
  const problemOf = ({ error }: typeof add) => (error ? importErrorMessage(error) : undefined)
  const send = () =>
    add.mutate(keys, {
      onSuccess: setDone,
      onError: (failure) => {
        if (checked && errorCode(failure) === 'network')
          setLostImport({ keys: keys.join('\n'), added: checked.added, duplicates: duplicatesOf(checked) })
      },
    })
  /** All that it was to add is in the pool now. */
  const hasArrived = (report: KeyImport) =>
    lostImport?.keys === keys.join('\n') &&
    report.added === 0 &&
    duplicatesOf(report) === lostImport.duplicates + lostImport.added

  function preview(report: KeyImport, name: string) {
    const lineOf = (position: number) => rows[position - 1]?.line ?? position
    const left = new Set(report.problems.map(({ line }) => line))
    const found = report.problems.map((each) => ({
      line: lineOf(each.line),
      value: maskMiddle(keys[each.line - 1]?.trim() ?? ''),
      reason: keyProblemText(each, lineOf),
    }))
    return (
      <ImportPreview
        count={lines.length}
        total={{ name, value: report.added }}
        refused={[...refused, ...found].toSorted((a, b) => a.line - b.line)}
        used={{
          title: `${formatCount(report.added, 'key')}, masked in the middle`,
          heads: ['Key'],
          rows: rows.flatMap(({ line, row }, at) =>
            left.has(at + 1) ? [] : { line, cells: [maskMiddle(row.key.trim())] },
          ),
        }}
      />
    )
  }

  if (done) {
    const earlier = hasArrived(done) ? lostImport?.added : undefined
    const text = done.added > 0 ? `They are batch B${done.batch}.` : 'The pool is unchanged.'
    return (
      <Dialog
        wide
        title={`${formatCount(earlier ?? done.added, 'key')} added`}
        description={earlier ? alreadyAddedText : text}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        {checked && !earlier && done.added !== checked.added ? (
          <p>The pool has changed since the check, which found {formatCount(checked.added, 'key')}.</p>
        ) : null}
        {earlier ? null : preview(done, 'Added')}
      </Dialog>
    )
  }
  if (checked)
    return (
      <Dialog
        wide
        title={`${formatNumber(checked.added)} of ${formatCount(lines.length, 'key')} can be added`}
        description={hasArrived(checked) ? alreadyAddedText : 'Nothing has been added yet.'}
        isDirty
        busy={isPending}
        onClose={onClose}
        onSubmit={() => {
          if (!isPending) send()
        }}
        footer={
          <>
            <Button
              variant="quiet"
              disabled={isPending}
              onClick={() => {
                add.reset()
                setChecked(undefined)
              }}
            >
              Back
            </Button>
            <Button
              type="submit"
              variant="primary"
              disabled={checked.added === 0}
              busy={isPending}
              busyLabel="Adding..."
            >
              Add {formatCount(checked.added, 'key')}
            </Button>
          </>
        }
      >
        {preview(checked, 'Will be added')}
        <FormProblem>{problemOf(add)}</FormProblem>
      </Dialog>
    )
  return (
    <ImportDialog
      title="Import keys"
      description={<WithName text={`For ${benefit.name}. One key a line.`} name={benefit.name} />}
      label="Paste keys"
      hint="One key a line, or a table with a column of keys."
      draft={draft}
      busy={isPending}
      problem={problemOf(check)}
      onCheck={() => check.mutate(keys, { onSuccess: setChecked })}
      onClose={onClose}
    />
  )
}
