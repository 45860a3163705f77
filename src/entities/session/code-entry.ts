import { type ChangeEvent, useRef, useState } from 'react'
import { codeRefusal, oneTimeCode } from './second-factor'

export function useCodeEntry() {
  const ref = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  return {
    field: {
      ref,
      value,
      error,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setValue(target.value)
        setError(undefined)
      },
    },
    /** Returns whether it can be a code; otherwise shows the error and focuses the field. */
    check(): boolean {
      const isCode = /^\d{6}$/.test(oneTimeCode(value))
      setError(isCode ? undefined : 'Enter the six digits of the code.')
      if (!isCode) ref.current?.focus()
      return isCode
    },
    /** Returns whether `cause` refuses the code; then shows why and selects the code. */
    refuse(cause: unknown): boolean {
      const refusal = codeRefusal(cause)
      if (refusal) {
        setError(refusal)
        ref.current?.select()
      }
      return Boolean(refusal)
    },
  }
}
