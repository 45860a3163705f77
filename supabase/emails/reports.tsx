import { brand } from '../../src/lib/brand.ts'
import { Written } from './content.tsx'
import { Facts, If, Layout, Paragraph } from './layout.tsx'
import { Footer, tokens, ViewOrder } from './orders.tsx'

export function ReportAnswered() {
  return (
    <Layout
      site="{{site}}"
      title="Your report has been answered"
      preview="{{benefit}}, {{order_number}}"
      footer={<Footer />}
    >
      <If name="refunded">
        <Paragraph>{`Your order for {{benefit}} has been cancelled. ${tokens} came back to your balance.`}</Paragraph>
      </If>
      <If name="replaced">
        <Paragraph>{'{{benefit}} has been delivered again.'}</Paragraph>
      </If>
      <If name="text">
        <Paragraph>{`${brand.name} wrote:`}</Paragraph>
        <Written name="text" />
      </If>
      <Facts rows={[['Order', '{{order_number}}']]} />
      <ViewOrder />
    </Layout>
  )
}
