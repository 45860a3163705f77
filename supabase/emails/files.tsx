import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../src/lib/brand.ts'
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
  OrdersOverdue,
  PoolLow,
  ReconcileFound,
  ReportOpened,
  SecondFactorReset,
  StockLow,
} from './admins.tsx'
import { type AuthProps, Confirmation, Recovery } from './auth.tsx'
import { Invitation, invites } from './invitation.tsx'
import {
  BenefitAvailable,
  InvitationJoined,
  MembershipEnding,
  MembershipExtended,
  TokensAdjusted,
} from './members.tsx'
import { OrderCancelled, OrderDelivered, OrderPlaced, OrderStatus } from './orders.tsx'
import { ReportAnswered } from './reports.tsx'
import { textOf } from './text.ts'

const go: AuthProps = {
  site: '{{ .SiteURL }}',
  email: '{{ .Email }}',
  link: (type) => `{{ .SiteURL }}/auth/callback?token_hash={{ .TokenHash }}&type=${type}`,
}
const shown: AuthProps = { site: '{{site}}', email: '{{email}}', link: () => '{{link}}' }

const emails: Record<string, { subject: string; email: () => ReactElement }> = {
  order_placed: { subject: 'Order {{order_number}}: {{benefit}}', email: () => <OrderPlaced /> },
  order_status: {
    subject:
      'Order {{order_number}} is {{#completed}}complete{{/completed}}{{^completed}}being processed{{/completed}}',
    email: () => <OrderStatus />,
  },
  order_delivered: { subject: 'Delivered: {{benefit}}', email: () => <OrderDelivered /> },
  order_cancelled: { subject: 'Order {{order_number}} has been cancelled', email: () => <OrderCancelled /> },
  report_answered: { subject: 'Your report about {{benefit}}', email: () => <ReportAnswered /> },
  tokens_adjusted: {
    subject:
      '{{tokens}} {{#many}}tokens were{{/many}}{{^many}}token was{{/many}} {{#taken}}taken from{{/taken}}{{^taken}}added to{{/taken}} your balance',
    email: () => <TokensAdjusted />,
  },
  membership_ending: {
    subject: `Your ${brand.name} membership ends on {{ends_on}}`,
    email: () => <MembershipEnding />,
  },
  membership_extended: {
    subject: `Your ${brand.name} membership now ends on {{ends_on}}`,
    email: () => <MembershipExtended />,
  },
  invitation_joined: { subject: '{{name}} has joined', email: () => <InvitationJoined /> },
  benefit_available: { subject: '{{benefit}} is available', email: () => <BenefitAvailable /> },
  invitation: { subject: invites, email: () => <Invitation /> },
  report_opened: { subject: 'Report about {{benefit}}, {{order_number}}', email: () => <ReportOpened /> },
  pool_low: { subject: '{{benefit}} is running out', email: () => <PoolLow /> },
  stock_low: { subject: '{{benefit}} is running out', email: () => <StockLow /> },
  orders_overdue: {
    subject: '{{count}} {{#many}}orders are{{/many}}{{^many}}order is{{/many}} late',
    email: () => <OrdersOverdue />,
  },
  large_grant: { subject: '{{tokens}} tokens were granted', email: () => <LargeGrant /> },
  reconcile_found: { subject: 'Accounts do not agree with the ledger', email: () => <ReconcileFound /> },
  email_given_up: { subject: 'Emails could not be sent', email: () => <EmailGivenUp /> },
  deletion_requested: {
    subject: `Confirm that your ${brand.name} account is to be deleted`,
    email: () => <DeletionRequested />,
  },
  deletion_scheduled: {
    subject: `Your ${brand.name} account will be deleted on {{deletes_on}}`,
    email: () => <DeletionScheduled />,
  },
  account_deleted: {
    subject: `Your ${brand.name} account has been deleted`,
    email: () => <AccountDeleted />,
  },
  second_factor_added: {
    subject: `An authenticator was added to your ${brand.name} account`,
    email: () => <SecondFactorAdded />,
  },
  second_factor_removed: {
    subject: `An authenticator was removed from your ${brand.name} account`,
    email: () => <SecondFactorRemoved />,
  },
  recovery_code_used: {
    subject: `A recovery code of your ${brand.name} account was used`,
    email: () => <RecoveryCodeUsed />,
  },
  password_changed: {
    subject: `Your ${brand.name} password was changed`,
    email: () => <PasswordChanged />,
  },
  second_factor_reset: { subject: 'Your second factor was removed', email: () => <SecondFactorReset /> },
  confirmation: { subject: `Confirm your ${brand.name} account`, email: () => <Confirmation {...shown} /> },
  recovery: { subject: `Reset your ${brand.name} password`, email: () => <Recovery {...shown} /> },
}

const html = (email: ReactElement) => `<!doctype html>${renderToStaticMarkup(email)}\n`

/** The generated files and their text, by path in `supabase`. */
export function emailFiles(): Record<string, string> {
  const templates = Object.entries(emails).map(([name, { subject, email }]) => {
    const markup = html(email())
    return [name, { subject, html: markup, text: textOf(markup) }]
  })
  return {
    'templates/confirmation.html': html(<Confirmation {...go} />),
    'templates/recovery.html': html(<Recovery {...go} />),
    'functions/send-mail/templates.ts': `// Generated from supabase/emails by "npm run emails".
export const templates = ${JSON.stringify(Object.fromEntries(templates), undefined, 2)}
`,
  }
}
