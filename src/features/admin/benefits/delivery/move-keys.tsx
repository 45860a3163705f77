import { setKeysAside } from '@/entities/deliveries/pool'
import { DryRunDialog, type OperationDialogProps } from '@/widgets/operations/dry-run-dialog'
import { keyQuarantineTexts } from '@/widgets/operations/kinds'

type Props = OperationDialogProps & { aside: boolean }

export function MoveKeys({ aside, target, ...dialog }: Props) {
  return <DryRunDialog texts={keyQuarantineTexts(aside)} call={setKeysAside(target, aside)} {...dialog} />
}
