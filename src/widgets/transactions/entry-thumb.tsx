import { CirclePlus, Gift, type LucideIcon, PencilLine, Ticket, Undo2, UserPlus } from 'lucide-react'
import { BenefitImage } from '@/components/domain/benefit-card'
import type { Transaction } from '@/entities/transactions/transaction'

const icons: Record<string, LucideIcon> = {
  signup_bonus: Gift,
  redemption: Ticket,
  referral_bonus: UserPlus,
  refund: Undo2,
  adjustment: PencilLine,
}

export function EntryThumb({ entry }: { entry: Transaction }) {
  if (entry.order) {
    return <BenefitImage src={entry.order.benefit_image_url ?? entry.order.benefit?.image_url} size="thumb" />
  }
  const Icon = icons[entry.transaction_type] ?? CirclePlus
  return (
    <span className="grid h-[35px] w-14 flex-none place-items-center rounded-sm bg-token-soft text-token">
      <Icon className="size-4" />
    </span>
  )
}
