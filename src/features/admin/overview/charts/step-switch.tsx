import { oneOf } from '@/components/list/use-url-state'
import type { FlowStep } from '@/entities/overview/flows'

const steps: { step: FlowStep; label: string }[] = [
  { step: 'day', label: 'Day' },
  { step: 'week', label: 'Week' },
  { step: 'month', label: 'Month' },
]

export const stepParams = { step: oneOf(['day', 'month'], 'week') }

type Props = { value: FlowStep; onChange: (step: FlowStep) => void }

export function StepSwitch({ value, onChange }: Props) {
  return (
    <fieldset
      aria-label="Step"
      className="inline-flex divide-x divide-line-strong rounded border border-line-strong"
    >
      {steps.map(({ step, label }) => (
        <button
          key={step}
          type="button"
          aria-pressed={step === value}
          onClick={() => onChange(step)}
          className="h-8 px-3 text-[13px] font-medium text-ink-muted first:rounded-l last:rounded-r hover:text-ink aria-pressed:bg-surface-raised aria-pressed:font-semibold aria-pressed:text-ink max-md:h-11 max-md:text-sm"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
