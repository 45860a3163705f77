import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { controlStyle, Field, type FieldProps, type InputFieldProps, splitProps } from './field'

type Props = Omit<ComponentProps<'input'>, 'className' | 'children'> &
  InputFieldProps & {
    adornment?: ReactNode
    trailing?: ReactNode
    inputClassName?: string
  }

export function TextField({ adornment, trailing, inputClassName, ...props }: Props) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(linked) => (
        <span className="relative block">
          {adornment ? (
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-muted">
              {adornment}
            </span>
          ) : null}
          <input
            {...control}
            {...linked}
            className={clsx(controlStyle, adornment && 'pl-10', inputClassName)}
          />
          {trailing}
        </span>
      )}
    </Field>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'children'> & FieldProps

export function TextArea(props: TextAreaProps) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(linked) => (
        <textarea
          {...control}
          {...linked}
          className={clsx(controlStyle, '!h-auto min-h-[88px] resize-y py-[9px]')}
        />
      )}
    </Field>
  )
}

export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'autoComplete'>) {
  return <TextField label="Email" type="email" autoComplete="email" {...props} />
}

/** A text field: the wheel changes no number in it, and what is typed stays as it is until it is read (D59). */
export function NumberField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} />
}

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'inputClassName'> & { large?: boolean }

/** Shown in upper case; the value stays as typed. */
export function CodeField({ large = false, ...rest }: CodeFieldProps) {
  return (
    <TextField
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      inputClassName={clsx(
        'code !tracking-[.16em] placeholder:font-normal placeholder:tracking-[.02em] placeholder:normal-case',
        large && '!h-[60px] !px-4 !text-[1.5rem] !tracking-[.2em] max-md:!text-lg',
      )}
    />
  )
}

type PasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'adornment' | 'inputClassName' | 'trailing'
>

export function PasswordField(props: PasswordFieldProps) {
  const [isRevealed, setRevealed] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isRevealed ? 'text' : 'password'}
      inputClassName="pr-12"
      trailing={
        <IconButton
          aria-label={isRevealed ? 'Hide password' : 'Show password'}
          aria-pressed={isRevealed}
          icon={isRevealed ? <EyeOff /> : <Eye />}
          className="absolute top-1/2 right-[3px] -translate-y-1/2 max-md:right-0"
          onClick={() => setRevealed(!isRevealed)}
        />
      }
    />
  )
}
