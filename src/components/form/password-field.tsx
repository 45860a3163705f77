import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { TextField } from './text-field'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'adornment' | 'inputClassName' | 'trailing'>

export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      inputClassName="pr-12"
      trailing={
        <IconButton
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          icon={shown ? <EyeOff /> : <Eye />}
          className="absolute top-1/2 right-[3px] -translate-y-1/2 max-md:right-0"
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
