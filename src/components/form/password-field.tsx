import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { controlStyle, Field, type InputFieldProps } from './field'

type Props = Omit<ComponentProps<'input'>, 'className' | 'children' | 'type'> & InputFieldProps

/** A password with a button that shows it. */
export function PasswordField({
  label,
  mark,
  hint,
  error,
  advice,
  errorId,
  aside,
  className,
  id,
  ...input
}: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, mark, hint, error, advice, errorId, aside, className, id }}>
      {(linked) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...linked}
            type={shown ? 'text' : 'password'}
            className={clsx(controlStyle, 'pr-12')}
          />
          <IconButton
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            icon={shown ? <EyeOff /> : <Eye />}
            className="absolute top-1/2 right-[3px] -translate-y-1/2 max-md:right-0"
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  )
}
