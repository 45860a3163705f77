import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { TextField } from './text-field'

type Props = Omit<ComponentProps<typeof TextField>, 'inputClassName'> & { large?: boolean }

/** Shown in upper case; the value stays as typed. */
export function CodeField({ large = false, ...rest }: Props) {
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
