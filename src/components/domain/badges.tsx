import {
  ArrowRightLeft,
  CirclePlus,
  Clock,
  Gift,
  MailX,
  PencilLine,
  Undo2,
  UserPlus,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Tag } from '@/components/ui/tag'
import { Mark } from './brand'
import { StatusGlyph } from './status-badge'

export function RoleBadge({ role }: { role: string }) {
  return role === 'admin' ? (
    <Tag tone="solid" icon={<Mark />}>
      Admin
    </Tag>
  ) : (
    <Tag icon={<UserRound />}>User</Tag>
  )
}

const appearances = {
  waiting: { word: 'Waiting to be sent', text: 'text-ink-muted', glyph: <Clock className="size-4" /> },
  sent: { word: 'Sent', text: 'text-ink-2', glyph: <StatusGlyph status="pending" muted /> },
  opened: { word: 'Opened the page', text: 'text-info', glyph: <StatusGlyph status="processing" /> },
  joined: { word: 'Joined', text: 'text-positive', glyph: <StatusGlyph status="delivered" /> },
  expired: { word: 'Expired', text: 'text-ink-muted', glyph: <StatusGlyph status="cancelled" /> },
  revoked: { word: 'Revoked', text: 'text-ink-muted', glyph: <StatusGlyph status="cancelled" /> },
  given_up: { word: 'Not sent', text: 'text-danger', glyph: <MailX className="size-4" /> },
  skipped: { word: 'Not sent', text: 'text-ink-muted', glyph: <MailX className="size-4" /> },
} satisfies Record<string, { word: string; text: string; glyph: ReactNode }>

type Props = { state: keyof typeof appearances }

/** The state of an invitation, named for what is known (D42). */
export function InvitationBadge({ state }: Props) {
  const { word, text, glyph } = appearances[state]
  return (
    <span className={`inline-flex items-center gap-[7px] text-sm font-medium ${text}`}>
      <span aria-hidden="true">{glyph}</span>
      <span>{word}</span>
    </span>
  )
}

const transactionLooks = {
  signup_bonus: { word: 'Signup bonus', icon: <Gift /> },
  purchase: { word: 'Purchase', icon: <CirclePlus /> },
  redemption: { word: 'Redemption', icon: <ArrowRightLeft /> },
  referral_bonus: { word: 'Referral bonus', icon: <UserPlus /> },
  refund: { word: 'Refund', icon: <Undo2 /> },
  adjustment: { word: 'Adjustment', icon: <PencilLine /> },
}
type TransactionType = keyof typeof transactionLooks

function isTransactionType(type: string | null): type is TransactionType {
  return type !== null && Object.hasOwn(transactionLooks, type)
}

export function typeLabel(type: TransactionType): string {
  return transactionLooks[type].word
}

export function TypeTag({ type }: { type: string }) {
  return isTransactionType(type) ? (
    <Tag icon={transactionLooks[type].icon}>{transactionLooks[type].word}</Tag>
  ) : (
    <Tag>{type}</Tag>
  )
}
