import { Info } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { type CodeInput, maxBatchSize, maxUses } from '@/entities/codes/schemas'
import { formatCount, formatNumber } from '@/lib/format'

const isCountUpTo = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max

export function AtMost({ form }: { form: UseFormReturn<CodeInput> }) {
  const [choice, value, howMany, uses] = form.watch(['choice', 'token_value', 'how_many', 'uses'])
  const [times, maxTimes] = choice === 'several' ? [howMany, maxBatchSize] : [uses, maxUses]
  if (!isCountUpTo(value, 1000) || !isCountUpTo(times, maxTimes)) return null
  return (
    <p className="figures flex gap-3 rounded bg-surface-sunk px-3.5 py-3 text-ink-2" role="status">
      <Info aria-hidden="true" className="mt-px" />
      <span>
        At most <b className="font-semibold text-ink">{formatCount(value * times, 'token')}</b>
        {` will be issued: ${formatCount(times, 'use')} at ${formatNumber(value)}.`}
      </span>
    </p>
  )
}
