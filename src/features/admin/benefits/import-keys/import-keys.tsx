import { useMemo, useState } from 'react'
import { CheckFooter } from '@/components/dialog/check-footer'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { Button } from '@/components/ui/button'
import { WithName } from '@/components/ui/with-name'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { importErrorMessage } from '@/entities/deliveries/admin-messages'
import { type KeyImport, maxImportedKeys, useImportKeys } from '@/entities/deliveries/import-keys'
import { errorCode } from '@/lib/errors'
import { formatCount, formatNumber } from '@/lib/format'
import { ImportReport } from './import-report'
import { KeyFields, type KeyFile } from './key-fields'
import { csvKeys, type KeyColumns, pastedKeys } from './key-lines'

type Props = { benefit: Pick<AdminBenefit, 'id' | 'name'>; onClose: () => void }

/** An import whose response was lost: what it was to add, and the duplicates of the check before. */
type LostImport = { text: string; file: KeyFile | undefined; added: number; duplicates: number }

const duplicatesOf = ({ problems }: KeyImport) =>
  problems.filter(({ problem }) => problem === 'duplicate_key').length
const alreadyAddedText = 'The attempt whose response was lost has added them.'

export function ImportKeys({ benefit, onClose }: Props) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<KeyFile>()
  const [checked, setChecked] = useState<KeyImport>()
  const [done, setDone] = useState<KeyImport>()
  const [lostImport, setLostImport] = useState<LostImport>()
  const { mutate, isPending, error, reset } = useImportKeys(benefit.id)
  const [picked, setPicked] = useState<KeyColumns>()
  const lines = useMemo(
    () => (file ? csvKeys(file.text, picked) : pastedKeys(text, picked)),
    [file, text, picked],
  )
  const count = lines.keys.length
  const refusal =
    count > maxImportedKeys
      ? `At most ${formatNumber(maxImportedKeys)} lines at a time; these are ${formatNumber(count)}.`
      : lines.table.problem
  const problem = refusal ?? (error ? importErrorMessage(error) : undefined)
  const close = () => isPending || onClose()
  const send = (dryRun: boolean) =>
    mutate(
      { keys: lines.keys, dryRun },
      {
        onSuccess: dryRun ? setChecked : setDone,
        onError: (failure) => {
          if (!dryRun && checked && errorCode(failure) === 'network')
            setLostImport({ text, file, added: checked.added, duplicates: duplicatesOf(checked) })
        },
      },
    )
  /** All that it was to add is in the pool now. */
  const hasArrived = (report: KeyImport) =>
    lostImport?.text === text &&
    lostImport.file === file &&
    report.added === 0 &&
    duplicatesOf(report) === lostImport.duplicates + lostImport.added

  function back() {
    reset()
    setChecked(undefined)
  }

  if (done) {
    const earlier = hasArrived(done) ? lostImport?.added : undefined
    return (
      <Dialog
        wide
        title={`${formatCount(earlier ?? done.added, 'key')} added`}
        description={
          earlier
            ? alreadyAddedText
            : done.added > 0
              ? `They are batch B${done.batch}.`
              : 'The pool is unchanged.'
        }
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
        {earlier ? null : <ImportReport lines={lines} report={done} isDone />}
      </Dialog>
    )
  }
  if (checked)
    return (
      <Dialog
        wide
        title={`${formatNumber(checked.added)} of ${formatCount(count, 'key')} can be added`}
        description={hasArrived(checked) ? alreadyAddedText : 'Nothing has been added yet.'}
        onClose={close}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) send(false)
        }}
        footer={
          <>
            <Button variant="quiet" disabled={isPending} onClick={back}>
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
        <ImportReport lines={lines} report={checked} />
        <FormProblem>{problem}</FormProblem>
      </Dialog>
    )
  return (
    <Dialog
      title="Import keys"
      description={<WithName text={`For ${benefit.name}. One key a line.`} name={benefit.name} />}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && !refusal) send(true)
      }}
      footer={
        <CheckFooter
          what={formatCount(count, 'line')}
          disabled={count === 0}
          busy={isPending}
          onCancel={onClose}
        />
      }
    >
      <KeyFields
        text={text}
        onText={(next) => {
          setText(next)
          setPicked(undefined)
        }}
        file={file}
        onFile={(next) => {
          setFile(next)
          setPicked(undefined)
        }}
        lines={lines}
        onPick={setPicked}
      />
      <FormProblem>{problem}</FormProblem>
    </Dialog>
  )
}
