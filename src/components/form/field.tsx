import clsx from 'clsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { FieldValues, ResolverOptions } from 'react-hook-form'
import { dayInputValue } from '@/lib/local-time'

export type FieldProps = {
  label: ReactNode
  /** After the label: '(optional)'. */
  mark?: string
  hint?: ReactNode
  error?: string
  aside?: ReactNode
  className?: string
}

export type InputFieldProps = FieldProps & {
  advice?: string
  /** The id of another field's error that concerns this one too. */
  errorId?: string
}

export type LinkedControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}
type Props = InputFieldProps & { id?: string; children: (linked: LinkedControl) => ReactNode }

export const noteId = (id: string) => `${id}-note`

export function splitProps<Given extends Partial<InputFieldProps & { id: string }>>(given: Given) {
  const { label, mark, hint, error, advice, errorId, aside, className, id, ...control } = given
  return { field: { label, mark, hint, error, advice, errorId, aside, className, id }, control }
}

export function Field({ children, ...field }: Props) {
  const { label, mark, hint, error, advice, errorId, aside, className } = field
  const generatedId = useId()
  const id = field.id ?? generatedId
  const note = noteId(id)
  return (
    <div className={clsx('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          <span className="contents">{label}</span>
          {mark ? <span className="font-normal text-ink-muted"> {mark}</span> : null}
        </label>
        {aside ? <span className="text-sm">{aside}</span> : null}
      </div>
      {children({
        id,
        'aria-describedby': clsx((error || hint) && note, errorId) || undefined,
        'aria-invalid': error || errorId ? true : undefined,
      })}
      {error ? (
        <p id={note} className="flex gap-1.5 text-xs font-medium text-danger">
          <CircleAlert className="mt-px size-3.5" />
          <span>
            <span>{error}</span>{' '}
            {advice ? <span className="block font-normal text-ink-2">{advice}</span> : null}
          </span>
        </p>
      ) : hint ? (
        <p id={note} className="text-xs text-ink-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export const controlStyle = clsx(
  'min-h-10 w-full appearance-none rounded border border-line-control bg-surface-raised px-3 text-sm transition-colors max-md:min-h-11 max-md:text-base',
  'hover:border-ink-2 focus-visible:rounded focus-visible:border-focus focus-visible:-outline-offset-1',
  '[&[readonly]]:border-line-strong [&[readonly]]:bg-surface-sunk [&[readonly]]:text-ink-2',
  'disabled:border-line disabled:bg-surface-sunk disabled:text-ink-muted aria-invalid:border-danger',
)

export function FormProblem({ children }: { children: ReactNode }) {
  return children ? (
    <p
      role="alert"
      className="flex w-full gap-2.5 rounded border border-danger-line bg-danger-soft px-3.5 py-2.5"
    >
      <TriangleAlert className="mt-px flex-none text-danger" />
      <span className="figures min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </p>
  ) : null
}

/** Browsers report an incomplete date as empty; for the schema's rules it is not. */
export function visibleValues<Values extends FieldValues>(
  values: Values,
  { fields }: ResolverOptions<Values>,
): Values {
  const visible: Record<string, unknown> = { ...values }
  for (const field of Object.values(fields)) {
    const input = field?.ref
    if (input instanceof HTMLInputElement && input.validity.badInput)
      visible[input.name] = dayInputValue(input)
  }
  return visible as Values
}
