import { brand } from '../../src/lib/brand.ts'
import { Why, Written } from './content.tsx'
import { Action, Facts, If, Layout, Paragraph } from './layout.tsx'
import { tokens } from './orders.tsx'

const site = '{{site}}'

const Footer = ({ about }: { about: string }) => (
  <Why about={about}>You get this email because you are an admin of {brand.name}.</Why>
)

const emails = '{{count}} {{#many}}emails{{/many}}{{^many}}email{{/many}}'

const keys = '{{count}} {{#many}}keys{{/many}}{{^many}}key{{/many}}'

export function EmailGivenUp() {
  return (
    <Layout
      site={site}
      title="Emails could not be sent"
      preview={`${emails} in the last 24 hours`}
      footer={<Footer about="emails that could not be sent" />}
    >
      <Paragraph>{`${brand.name} gave up ${emails} in the last 24 hours. Their contents are still shown in ${brand.name}; only the emails were not sent.`}</Paragraph>
      <Facts rows={[['Most frequent reason', '{{error}}']]} />
      <Action href={`${site}/admin`}>Open the system status</Action>
    </Layout>
  )
}

export function ReportOpened() {
  return (
    <Layout
      site={site}
      title="It does not work"
      preview="{{benefit}}, {{order_number}}"
      footer={<Footer about="reports" />}
    >
      <Paragraph>{'A member reported a delivery of {{benefit}}:'}</Paragraph>
      <Written name="reason" />
      <Facts rows={[['Order', '{{order_number}}']]} />
      <Action href={`${site}/admin/reports`}>Answer the report</Action>
    </Layout>
  )
}

export function PoolLow() {
  return (
    <Layout
      site={site}
      title="{{benefit}} is running out"
      preview={`${keys} left`}
      footer={<Footer about="stock" />}
    >
      <Paragraph>{`${keys} can still be delivered. Without a key, members see 'Sold out'.`}</Paragraph>
      <Action href={`${site}/admin/benefits/{{benefit_id}}?tab=delivery`}>Import keys</Action>
    </Layout>
  )
}

export function StockLow() {
  return (
    <Layout
      site={site}
      title="{{benefit}} is running out"
      preview="{{count}} left"
      footer={<Footer about="stock" />}
    >
      <Paragraph>{"{{count}} left in stock. At 0, members see 'Sold out'."}</Paragraph>
      <Action href={`${site}/admin/benefits/{{benefit_id}}?tab=delivery`}>Change the stock</Action>
    </Layout>
  )
}

export function OrdersOverdue() {
  const overdue = '{{count}} {{#many}}orders are{{/many}}{{^many}}order is{{/many}} late'
  return (
    <Layout
      site={site}
      title={overdue}
      preview={`Due within ${brand.pendingHours}`}
      footer={<Footer about="late orders" />}
    >
      <Paragraph>{`They were due within ${brand.pendingHours} and are still pending or being processed.`}</Paragraph>
      <Action href={`${site}/admin/orders`}>Open the orders</Action>
    </Layout>
  )
}

export function LargeGrant() {
  return (
    <Layout
      site={site}
      title={`${tokens} were granted`}
      preview="{{name}}"
      footer={<Footer about="large grants" />}
    >
      <If name="reason">
        <Written name="reason" />
      </If>
      <Facts rows={[['Member', '{{name}}']]} />
      <Action href={`${site}/admin/activity`}>Open the activity</Action>
    </Layout>
  )
}

export function ReconcileFound() {
  const title =
    '{{count}} {{#many}}accounts do{{/many}}{{^many}}account does{{/many}} not agree with the ledger'
  return (
    <Layout site={site} title={title} preview="Found last night" footer={<Footer about="large grants" />}>
      <Paragraph>Balance, ledger, orders and codes were compared last night, and do not agree.</Paragraph>
      <Action href={`${site}/admin`}>Open the system status</Action>
    </Layout>
  )
}

export function SecondFactorReset() {
  return (
    <Layout
      site={site}
      title="Your second factor was removed"
      preview="By {{name}}"
      footer={
        <Why about="your account">You get this email because it concerns the security of your account.</Why>
      }
    >
      <Paragraph>{`{{name}} removed your authenticators and signed you out everywhere. Sign in with your password and set up a new one. If you did not ask for this, change your password and get in touch with us.`}</Paragraph>
      <Action href={`${site}/auth`}>Sign in</Action>
    </Layout>
  )
}
