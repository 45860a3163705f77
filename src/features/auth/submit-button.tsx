import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'

type Props = Required<Pick<ComponentProps<typeof Button>, 'busy' | 'busyLabel' | 'children'>>

export function SubmitButton(props: Props) {
  return <Button type="submit" variant="primary" size="lg" block {...props} />
}
