import { Coin } from '@/components/domain/token-amount'
import { ChosenFile, CsvColumns, CsvFileField } from '@/components/form/csv-file-field'
import { SelectField } from '@/components/form/select-field'
import { NumberField, TextArea, TextField } from '@/components/form/text-field'
import { formatCount } from '@/lib/format'
import { grantSchema, maxGrantText } from './grant-lines'
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
        <NumberField
          label="Tokens each"
          mark="(optional)"
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
        <ChosenFile
          name={fields.file.name}
          found={`${formatCount(lines.rows.length, 'line')}${lines.heading ? ', without the heading' : ''}`}
          problem={lines.problem}
          onRemove={() => draft.setFile(undefined)}
        />
      ) : (
        <Lines draft={draft} />
      )}
      <CsvColumns schema={grantSchema} table={lines.table} onPick={draft.setPicked} />
    </>
  )
}

function Lines({ draft }: { draft: GrantDraft }) {
  const { rows, problem } = draft.lines
  return (
    <>
      <TextArea
        label="Paste lines"
        rows={6}
        className="[&_textarea]:font-mono"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        hint={`email, tokens, reason. ${formatCount(rows.length, 'line')}`}
        error={problem}
        value={draft.fields.text}
        onChange={({ target }) => draft.setText(target.value)}
      />
      <CsvFileField
        hint="Up to 10,000 lines."
        // A character has up to four bytes.
        maxBytes={4 * maxGrantText}
        tooLarge="Choose a file of at most 10,000 lines and 2 MB."
        onRead={(text, name) => draft.setFile({ name, text })}
      />
    </>
  )
}
