import { useState } from 'react'
import { SelectField } from '@/components/form/select-field'
import { extendMemberships } from '@/entities/profiles/admin-mutations'
import { formatCount } from '@/lib/format'
import { DryRunDialog, type OperationDialogProps } from '@/widgets/operations/dry-run-dialog'
import { membershipTexts } from '@/widgets/operations/kinds'

const options = Object.fromEntries([1, 3, 6, 12, 24].map((months) => [months, formatCount(months, 'month')]))

export function ExtendMemberships({ target, selected, onRun, onClose }: OperationDialogProps) {
  const [months, setMonths] = useState(12)

  return (
    <DryRunDialog
      variant={months}
      texts={membershipTexts(months)}
      selected={selected}
      call={extendMemberships(target, months)}
      onRun={onRun}
      onClose={onClose}
    >
      <SelectField
        label="Extend by"
        hint="From the end of the membership or, if that has passed, from today."
        value={months}
        onChange={({ target: { value } }) => setMonths(Number(value))}
        options={options}
      />
    </DryRunDialog>
  )
}
