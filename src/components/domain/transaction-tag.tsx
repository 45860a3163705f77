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

/** Is it one of the six types that this app knows? */
function isTransactionType(type: string | null): type is TransactionType {
  return type !== null && Object.hasOwn(looks, type)
}

/** The word of a type, in lists to choose from. */
export function typeWord(type: TransactionType): string {
  return looks[type].word
}

/** The type of an entry: icon and word; a type that is not known stands as it is. */
export function TypeTag({ type }: { type: string }) {
  return isTransactionType(type) ? <Tag icon={looks[type].icon}>{looks[type].word}</Tag> : <Tag>{type}</Tag>
}
