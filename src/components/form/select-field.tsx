import clsx from 'clsx'
import { ChevronsUpDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { controlStyle, Field, type FieldProps, noteId, splitProps } from './field'

type Options = Readonly<Record<string, string>>
/** `options`: the labels by value. */
type Props = Omit<ComponentProps<'select'>, 'className'> & FieldProps & { options?: Options }

export function SelectField({ options = {}, children, ...props }: Props) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(linked) => (
        <span className="relative block">
          <select {...control} {...linked} className={clsx(controlStyle, 'pr-9')}>
            {children}
            {Object.entries(options).map(([value, text]) => (
              <option key={value} value={value} dir="auto">
                {text}
              </option>
            ))}
          </select>
          <ChevronsUpDown className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-muted" />
        </span>
      )}
    </Field>
  )
}

/** As options: the names by id. */
export const namesById = (rows: readonly { id: string; name: string }[] = []): Options =>
  Object.fromEntries(rows.map(({ id, name }) => [id, name]))

type Choice = { value: string; label: string; hint?: ReactNode }
type ChoiceFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'value'> & {
  label: string
  /** Only with the props of a controller. */
  value?: string
  /** A plain string serves as value and label. */
  choices: readonly (string | Choice)[]
  error?: string
}

/**
 * Takes the props of `register`, on pages those of a controller: `register` loses radio buttons that were rendered while
 * detached (prerendered frame).
 */
export function ChoiceField({ label, choices, error, value: chosen, ref, ...input }: ChoiceFieldProps) {
  const note = noteId(useId())
  return (
    <fieldset aria-describedby={error ? note : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="border-t border-ink">
        {choices.map(optionOf).map(({ value, label, hint }) => (
          <label key={value} className="flex gap-3 border-b border-line py-[11px] leading-5 max-md:py-3">
            <input
              {...input}
              {...(chosen === undefined
                ? { ref }
                : { checked: value === chosen, ref: value === chosen ? ref : undefined })}
              type="radio"
              value={value}
              aria-invalid={error ? true : undefined}
              className="mt-px size-[18px] flex-none cursor-pointer appearance-none rounded-full border border-line-control bg-surface-raised transition-[border-width] checked:border-[5px] checked:border-accent hover:border-ink-2 checked:hover:border-accent focus-visible:rounded-full aria-invalid:border-danger"
            />
            <span>
              {label}
              {hint ? <span className="block text-xs text-ink-muted">{hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={note} className="mt-1.5 flex gap-1.5 text-xs font-medium text-danger">
          <CircleAlert className="mt-px size-3.5" />
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

const optionOf = (choice: string | Choice): Choice =>
  typeof choice === 'string' ? { value: choice, label: choice } : choice
