/** @jsxImportSource react */
import { brand } from '../../_shared/brand.ts'
import { formatCount, Why, Written } from './content.tsx'
import { Action, Facts, Layout, Paragraph } from './layout.tsx'
import type { Order } from './orders.tsx'

type Shortage = { benefit: string; benefit_id: string; count: number }
/** `name` is who got the tokens, or how many members did; a reason belongs to a single grant. */
type Grant = { tokens: number; name: string; reason?: string | null }

const Footer = ({ about }: { about: string }) => (
  <Why about={about}>You get this email because you are an admin of {brand.name}.</Why>
)

export function EmailGivenUp({ count, error }: { count: number; error: string }) {
  const emails = formatCount(count, 'email')
  return (
    <Layout
      title="Emails could not be sent"
      preview={`${emails} in the last 24 hours`}
      footer={<Footer about="emails that could not be sent" />}
    >
      <Paragraph>{`${brand.name} gave up ${emails} in the last 24 hours. Their contents are still shown in ${brand.name}; only the emails were not sent.`}</Paragraph>
      <Facts rows={[['Most frequent reason', error]]} />
      <Action to="/admin">Open the system status</Action>
    </Layout>
  )
}

export function ReportOpened({ benefit, order_number, reason }: Order & { reason: string }) {
  return (
    <Layout
      title="It does not work"
      preview={`${benefit}, ${order_number}`}
      footer={<Footer about="reports" />}
    >
      <Paragraph>{`A member reported a delivery of ${benefit}:`}</Paragraph>
      <Written>{reason}</Written>
      <Facts rows={[['Order', order_number]]} />
      <Action to="/admin/reports">Answer the report</Action>
    </Layout>
  )
}

export function PoolLow({ benefit, benefit_id, count }: Shortage) {
  const keys = formatCount(count, 'key')
  return (
    <Layout title={`${benefit} is running out`} preview={`${keys} left`} footer={<Footer about="stock" />}>
      <Paragraph>{`${keys} can still be delivered. Without a key, members see 'Sold out'.`}</Paragraph>
      <Action to={`/admin/benefits/${benefit_id}?tab=delivery`}>Import keys</Action>
    </Layout>
  )
}

export function StockLow({ benefit, benefit_id, count }: Shortage) {
  return (
    <Layout title={`${benefit} is running out`} preview={`${count} left`} footer={<Footer about="stock" />}>
      <Paragraph>{`${count} left in stock. At 0, members see 'Sold out'.`}</Paragraph>
      <Action to={`/admin/benefits/${benefit_id}?tab=delivery`}>Change the stock</Action>
    </Layout>
  )
}

export const lateTitle = (count: number) => `${formatCount(count, 'order is', 'orders are')} late`

export function OrdersLate({ count }: { count: number }) {
  return (
    <Layout
      title={lateTitle(count)}
      preview={`Due within ${brand.pendingHours}`}
      footer={<Footer about="late orders" />}
    >
      <Paragraph>{`They were due within ${brand.pendingHours} and are still pending or being processed.`}</Paragraph>
      <Action to="/admin/orders?due=late">Open the orders</Action>
    </Layout>
  )
}

export function LargeGrant({ tokens, name, reason }: Grant) {
  return (
    <Layout title={`${tokens} tokens were granted`} preview={name} footer={<Footer about="large grants" />}>
      {reason ? <Written>{reason}</Written> : null}
      <Facts rows={[['Member', name]]} />
      <Action to="/admin/activity">Open the activity</Action>
    </Layout>
  )
}

export function ReconcileFound({ count }: { count: number }) {
  return (
    <Layout
      title={`${formatCount(count, 'account does', 'accounts do')} not agree with the ledger`}
      preview="Found last night"
      footer={<Footer about="large grants" />}
    >
      <Paragraph>Balance, ledger, orders and codes were compared last night, and do not agree.</Paragraph>
      <Action to="/admin">Open the system status</Action>
    </Layout>
  )
}

export function SecondFactorReset({ name }: { name: string }) {
  return (
    <Layout
      title="Your second factor was removed"
      preview={`By ${name}`}
      footer={
        <Why about="your account">You get this email because it concerns the security of your account.</Why>
      }
    >
      <Paragraph>{`${name} removed your authenticators and signed you out everywhere. Sign in with your password and set up a new one. If you did not ask for this, change your password and get in touch with us.`}</Paragraph>
      <Action to="/auth">Sign in</Action>
    </Layout>
  )
}
