import { ArrowRightLeft, CirclePlus, Gift, PencilLine, Undo2, UserPlus } from 'lucide-react'
import { Tag } from '@/components/ui/tag'

const looks = {
  signup_bonus: { word: 'Signup bonus', icon: <Gift aria-hidden="true" /> },
  purchase: { word: 'Purchase', icon: <CirclePlus aria-hidden="true" /> },
  redemption: { word: 'Redemption', icon: <ArrowRightLeft aria-hidden="true" /> },
  referral_bonus: { word: 'Referral bonus', icon: <UserPlus aria-hidden="true" /> },
  refund: { word: 'Refund', icon: <Undo2 aria-hidden="true" /> },
  adjustment: { word: 'Adjustment', icon: <PencilLine aria-hidden="true" /> },
}
type TransactionType = keyof typeof looks

function isTransactionType(type: string | null): type is TransactionType {
  return type !== null && Object.hasOwn(looks, type)
}

export function typeWord(type: TransactionType): string {
  return looks[type].word
}

export function TypeTag({ type }: { type: string }) {
  return isTransactionType(type) ? <Tag icon={looks[type].icon}>{looks[type].word}</Tag> : <Tag>{type}</Tag>
}
