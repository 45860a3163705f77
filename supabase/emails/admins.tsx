import { brand } from '../../src/lib/brand.ts'
import { Written } from './content.tsx'
import { Action, Facts, Layout, Paragraph } from './layout.tsx'
import { styles } from './styles.ts'

const site = '{{site}}'

const Footer = () => <p style={styles.last}>You get this email because you are an admin of {brand.name}.</p>

const emails = '{{count}} {{#many}}emails{{/many}}{{^many}}email{{/many}}'

const keys = '{{count}} {{#many}}keys{{/many}}{{^many}}key{{/many}}'

export function EmailGivenUp() {
  return (
    <Layout
      site={site}
      title="Emails could not be sent"
      preview={`${emails} in the last 24 hours`}
      footer={<Footer />}
    >
      <Paragraph>{`${brand.name} gave up ${emails} in the last 24 hours. What they said is in the product: only the email is missing.`}</Paragraph>
      <Facts rows={[['Most frequent reason', '{{error}}']]} />
      <Action href={`${site}/admin`}>Open the system status</Action>
    </Layout>
  )
}

export function ReportOpened() {
  return (
    <Layout site={site} title="It does not work" preview="{{benefit}}, {{order_number}}" footer={<Footer />}>
      <Paragraph>{'A member reported a delivery of {{benefit}}:'}</Paragraph>
      <Written name="reason" />
      <Facts rows={[['Order', '{{order_number}}']]} />
      <Action href={`${site}/admin/reports`}>Answer the report</Action>
    </Layout>
  )
}

export function PoolLow() {
  return (
    <Layout site={site} title="{{benefit}} is running out" preview={`${keys} left`} footer={<Footer />}>
      <Paragraph>{`${keys} can still be delivered. Without a key, members see 'Sold out'.`}</Paragraph>
      <Action href={`${site}/admin/benefits/{{benefit_id}}?tab=delivery`}>Import keys</Action>
    </Layout>
  )
}
