import type { ComponentProps } from 'react'
import { Coin } from '@/components/domain/coin'
import { TextField } from '@/components/form/text-field'

export function TokenValueField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...props}
      label="Token Value"
      type="number"
      inputMode="numeric"
      min={1}
      max={1000}
      step={1}
      adornment={<Coin className="size-[18px]" />}
    />
  )
}
