import { type BenefitChange, changeBenefits } from '@/entities/benefits/bulk'
import { DryRunDialog, type OperationDialogProps } from '@/widgets/operations/dry-run-dialog'
import { benefitChangeTexts } from '@/widgets/operations/kinds'

type Props = OperationDialogProps & { by: BenefitChange; cancelLabel?: string }

export function ChangeBenefits({ by, target, ...dialog }: Props) {
  return (
    <DryRunDialog
      texts={benefitChangeTexts(by.change, by.value)}
      call={changeBenefits(target, by)}
      {...dialog}
    />
  )
}
