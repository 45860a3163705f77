import { LinkedText } from '@/components/ui/linked-text'

/** A list marker that was typed by hand. */
const mark = /^(\d{1,2}[.)]|[-*•])\s+/

export function Instructions({ text }: { text: string }) {
  const steps = text
    .split('\n')
    .map((line) => line.trim().replace(mark, ''))
    .filter(Boolean)
    .map((step, index) => ({ step, number: index + 1 }))
  const [only] = steps
  if (only && steps.length === 1) {
    return (
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <LinkedText>{only.step}</LinkedText>
      </p>
    )
  }
  return (
    <ol className="grid gap-2">
      {steps.map(({ step, number }) => (
        <li key={number} className="flex gap-3 text-ink-2">
          <span aria-hidden="true" className="figures min-w-2.5 font-semibold text-ink-muted">
            {number}
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <LinkedText>{step}</LinkedText>
          </span>
        </li>
      ))}
    </ol>
  )
}
