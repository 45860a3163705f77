import { FileText, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Coin } from '@/components/domain/coin'
import { Field } from '@/components/form/field'
import { FileDrop } from '@/components/form/file-drop'
import { SelectField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-area'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format'
import { readTextFile } from '@/lib/text-file'
import { maxGrantText } from './grant-lines'
import type { GrantDraft } from './use-grant-draft'

export function GrantFields({ draft }: { draft: GrantDraft }) {
  const { fields, errors, lines } = draft
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <SelectField
          label="Type"
          value={fields.type}
          onChange={({ target }) => draft.setType(target.value === 'purchase' ? 'purchase' : 'adjustment')}
        >
          <option value="adjustment">Adjustment</option>
          <option value="purchase">Purchase</option>
        </SelectField>
        <TextField
          label="Tokens each"
          mark="(optional)"
          inputMode="numeric"
          autoComplete="off"
          adornment={<Coin className="size-[18px]" />}
          hint="For lines without a number."
          error={errors.each}
          value={fields.each}
          onChange={({ target }) => draft.setEach(target.value)}
        />
      </div>
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Shown to the members. A line can have its own. At most 200 characters."
        error={errors.reason}
        value={fields.reason}
        onChange={({ target }) => draft.setReason(target.value)}
      />
      {fields.file ? (
        <ChosenFile draft={draft} name={fields.file.name} />
      ) : (
        <Lines draft={draft} problem={lines.problem} />
      )}
    </>
  )
}

type LinesProps = { draft: GrantDraft; problem: string | undefined }

function Lines({ draft, problem }: LinesProps) {
  const [unread, setUnread] = useState<string>()

  async function read(file: File) {
    setUnread(undefined)
    // A character has up to four bytes.
    if (file.size > 4 * maxGrantText) return setUnread('Choose a file of at most 10,000 lines and 2 MB.')
    try {
      draft.setFile({ name: file.name, text: await readTextFile(file) })
    } catch {
      setUnread('This file cannot be read. Choose it again.')
    }
  }

  return (
    <>
      <TextArea
        label="Paste lines"
        rows={6}
        className="[&_textarea]:font-mono"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        hint={`email, tokens, reason. ${formatCount(draft.lines.rows.length, 'line')}`}
        error={problem}
        value={draft.fields.text}
        onChange={({ target }) => draft.setText(target.value)}
      />
      <Field label="Or choose a CSV file" hint="Up to 10,000 lines." error={unread}>
        {(linked) => (
          <FileDrop
            linked={linked}
            icon={Upload}
            accept=".csv,.txt,text/csv,text/plain"
            onFile={(file) => void read(file)}
          />
        )}
      </Field>
    </>
  )
}

function ChosenFile({ draft, name }: { draft: GrantDraft; name: string }) {
  const { rows, heading, problem } = draft.lines
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded border border-line bg-surface px-4 py-3">
      <FileText aria-hidden="true" className="!size-7 flex-none text-ink-muted" />
      <div className="min-w-40 flex-1" role="status">
        <div className="font-semibold [overflow-wrap:anywhere]">{name}</div>
        <div className={problem ? 'font-medium text-danger' : 'figures text-ink-muted'}>
          {problem ?? `${formatCount(rows.length, 'line')}${heading ? ', without the heading' : ''}`}
        </div>
      </div>
      <Button size="sm" variant="quiet" icon={<Trash2 />} onClick={() => draft.setFile(undefined)}>
        Remove
      </Button>
    </div>
  )
}
