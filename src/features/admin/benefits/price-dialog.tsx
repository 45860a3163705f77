import { type FormEvent, useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { SelectField } from '@/components/form/select-field'
import { NumberField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { type BenefitChange, changeBenefits } from '@/entities/benefits/admin-mutations'
import { readWhole, wholeNumber } from '@/entities/shared/schemas'
import { formatCount, formatNumber } from '@/lib/format'
import { DryRunDialog, type OperationDialogProps } from '@/widgets/operations/dry-run-dialog'
import { benefitChangeTexts } from '@/widgets/operations/kinds'

type PriceRule = { label: string; unit: string; change: BenefitChange['change']; sign: 1 | -1; max: number }

/** What the database accepts of each kind. */
const priceChanges = {
  to: { label: 'Set to', unit: 'Tokens', change: 'price', sign: 1, max: 1_000_000 },
  up: { label: 'Raise by tokens', unit: 'Tokens', change: 'amount', sign: 1, max: 1_000_000 },
  down: { label: 'Lower by tokens', unit: 'Tokens', change: 'amount', sign: -1, max: 1_000_000 },
  upPercent: { label: 'Raise by percent', unit: 'Percent', change: 'percent', sign: 1, max: 1000 },
  downPercent: { label: 'Lower by percent', unit: 'Percent', change: 'percent', sign: -1, max: 99 },
} as const satisfies Record<string, PriceRule>

/** The change, or what is wrong with the input. */
function priceChange(changeKind: keyof typeof priceChanges, typed: string): BenefitChange | string {
  const { change, sign, max } = priceChanges[changeKind]
  const rule = `Enter a whole number from 1 to ${formatNumber(max)}.`
  const { data, error } = wholeNumber(1, max, rule).safeParse(readWhole(typed))
  return error ? (error.issues[0]?.message ?? rule) : { change, value: sign * data }
}

export function PriceDialog({ target, onRun, onClose, ...dialog }: OperationDialogProps) {
  const [changeKind, setChangeKind] = useState<keyof typeof priceChanges>('to')
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const [by, setBy] = useState<BenefitChange>()

  function count(event: FormEvent) {
    event.preventDefault()
    const found = priceChange(changeKind, value)
    if (typeof found === 'string') setProblem(found)
    else setBy(found)
  }

  if (by)
    return (
      <DryRunDialog
        texts={benefitChangeTexts(by.change, by.value)}
        call={changeBenefits(target, by)}
        cancelLabel="Back"
        {...dialog}
        onRun={(result) => {
          onClose()
          onRun(result)
        }}
        onClose={() => setBy(undefined)}
      />
    )
  return (
    <Dialog
      title={`Change the price of ${formatCount(dialog.selected, 'benefit')}`}
      description="Orders that were placed keep their price."
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="price-change">
            Count
          </Button>
        </>
      }
    >
      <form id="price-change" className="grid gap-5" noValidate onSubmit={count}>
        <SelectField
          label="How"
          value={changeKind}
          onChange={({ target }) => {
            const next = Object.keys(priceChanges).find((key) => key === target.value)
            if (next) setChangeKind(next as keyof typeof priceChanges)
            setProblem(undefined)
          }}
        >
          {Object.entries(priceChanges).map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
        <NumberField
          label={priceChanges[changeKind].unit}
          value={value}
          error={problem}
          onChange={({ target }) => {
            setValue(target.value)
            setProblem(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
