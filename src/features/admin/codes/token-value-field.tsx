import type { ComponentProps } from 'react'
import { Coin } from '@/components/domain/token-amount'
import { NumberField } from '@/components/form/text-field'

export function TokenValueField(props: Omit<ComponentProps<typeof NumberField>, 'label'>) {
  return <NumberField {...props} label="Token Value" adornment={<Coin className="size-[18px]" />} />
}
