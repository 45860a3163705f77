import { brand } from '../../_shared/brand.ts'
import {
  AccountDeleted,
  DeletionRequested,
  DeletionScheduled,
  PasswordChanged,
  RecoveryCodeUsed,
  SecondFactorAdded,
  SecondFactorRemoved,
} from './account.tsx'
import {
  EmailGivenUp,
  LargeGrant,
  lateTitle,
  OrdersLate,
  PoolLow,
  ReconcileFound,
  ReportOpened,
  SecondFactorReset,
  StockLow,
} from './admins.tsx'
import { Announcement } from './announcement.tsx'
import { Confirmation, Recovery } from './auth.tsx'
import { Invitation, invitationTitle } from './invitation.tsx'
import {
  adjustmentTitle,
  BenefitAvailable,
  InvitationJoined,
  MembershipEnding,
  MembershipExtended,
  MembershipRefunded,
  Message,
  TokensAdjusted,
} from './members.tsx'
import { OrderCancelled, OrderDelivered, OrderPlaced, OrderStatus } from './orders.tsx'
import { ReportAnswered } from './reports.tsx'

type Benefit = { benefit: string }
type Numbered = { order_number: string }

/** Every kind of email: its subject and its page, from the data that the outbox gives for it. */
export const kinds = {
  order_placed: {
    subject: ({ order_number, benefit }: Numbered & Benefit) => `Order ${order_number}: ${benefit}`,
    page: OrderPlaced,
  },
  order_status: {
    subject: ({ order_number, completed }: Numbered & { completed: boolean }) =>
      `Order ${order_number} is ${completed ? 'complete' : 'being processed'}`,
    page: OrderStatus,
  },
  order_delivered: { subject: ({ benefit }: Benefit) => `Delivered: ${benefit}`, page: OrderDelivered },
  order_cancelled: {
    subject: ({ order_number }: Numbered) => `Order ${order_number} has been cancelled`,
    page: OrderCancelled,
  },
  report_answered: {
    subject: ({ benefit }: Benefit) => `Your report about ${benefit}`,
    page: ReportAnswered,
  },
  tokens_adjusted: { subject: adjustmentTitle, page: TokensAdjusted },
  membership_ending: {
    subject: ({ ends_on }: { ends_on: string }) => `Your ${brand.name} membership ends on ${ends_on}`,
    page: MembershipEnding,
  },
  membership_extended: {
    subject: ({ ends_on }: { ends_on: string }) => `Your ${brand.name} membership now ends on ${ends_on}`,
    page: MembershipExtended,
  },
  membership_refunded: {
    subject: () => `Your ${brand.name} membership has been refunded`,
    page: MembershipRefunded,
  },
  invitation_joined: {
    subject: ({ name }: { name: string }) => `${name} has joined`,
    page: InvitationJoined,
  },
  benefit_available: { subject: ({ benefit }: Benefit) => `${benefit} is available`, page: BenefitAvailable },
  announcement: { subject: ({ title }: { title: string }) => title, page: Announcement },
  message: { subject: ({ title }: { title: string }) => title, page: Message },
  invitation: { subject: invitationTitle, page: Invitation },
  report_opened: {
    subject: ({ benefit, order_number }: Benefit & Numbered) => `Report about ${benefit}, ${order_number}`,
    page: ReportOpened,
  },
  pool_low: { subject: ({ benefit }: Benefit) => `${benefit} is running out`, page: PoolLow },
  stock_low: { subject: ({ benefit }: Benefit) => `${benefit} is running out`, page: StockLow },
  orders_late: { subject: ({ count }: { count: number }) => lateTitle(count), page: OrdersLate },
  large_grant: {
    subject: ({ tokens }: { tokens: number }) => `${tokens} tokens were granted`,
    page: LargeGrant,
  },
  reconcile_found: { subject: () => 'Accounts do not agree with the ledger', page: ReconcileFound },
  email_given_up: { subject: () => 'Emails could not be sent', page: EmailGivenUp },
  deletion_requested: {
    subject: () => `Confirm that your ${brand.name} account is to be deleted`,
    page: DeletionRequested,
  },
  deletion_scheduled: {
    subject: ({ deletes_on }: { deletes_on: string }) =>
      `Your ${brand.name} account will be deleted on ${deletes_on}`,
    page: DeletionScheduled,
  },
  account_deleted: {
    subject: () => `Your ${brand.name} account has been deleted`,
    page: AccountDeleted,
  },
  second_factor_added: {
    subject: () => `An authenticator was added to your ${brand.name} account`,
    page: SecondFactorAdded,
  },
  second_factor_removed: {
    subject: () => `An authenticator was removed from your ${brand.name} account`,
    page: SecondFactorRemoved,
  },
  recovery_code_used: {
    subject: () => `A recovery code of your ${brand.name} account was used`,
    page: RecoveryCodeUsed,
  },
  password_changed: {
    subject: () => `Your ${brand.name} password was changed`,
    page: PasswordChanged,
  },
  second_factor_reset: { subject: () => 'Your second factor was removed', page: SecondFactorReset },
  confirmation: { subject: () => `Confirm your ${brand.name} account`, page: Confirmation },
  recovery: { subject: () => `Reset your ${brand.name} password`, page: Recovery },
}

export type Kind = keyof typeof kinds

/** What the email of a kind shows. */
export type DataOf<Name extends Kind> =
  Parameters<(typeof kinds)[Name]['page']> extends [infer Data] ? Data : Record<string, never>
