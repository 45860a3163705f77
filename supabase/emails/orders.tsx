import { brand } from '../../src/lib/brand.ts'
import { Box, Why, Written } from './content.tsx'
import { Action, Facts, If, Layout, Paragraph } from './layout.tsx'
import { styles } from './styles.ts'

const site = '{{site}}'
/** Also used by the emails about reports. */
export const tokens = '{{tokens}} {{#many}}tokens{{/many}}{{^many}}token{{/many}}'

export const ViewOrder = () => <Action href={`${site}/dashboard/orders/{{order_id}}`}>View order</Action>

export const Footer = () => (
  <Why about="orders">
    You get this email because the order was placed with your {brand.name} account. If that was not you, sign
    in and change your password.
  </Why>
)

export function OrderPlaced() {
  return (
    <Layout
      site={site}
      title="Your order is placed"
      preview={`{{benefit}} will be delivered to {{redemption_email}}.`}
      footer={<Footer />}
    >
      <Paragraph>{`{{benefit}} will be delivered to {{redemption_email}}.`}</Paragraph>
      <Facts
        rows={[
          ['Order', '{{order_number}}'],
          ['Price', tokens],
          ['Status', `Will be processed within ${brand.pendingHours}`],
        ]}
      />
      <ViewOrder />
    </Layout>
  )
}

export function OrderStatus() {
  const title =
    '{{#completed}}Your order is complete{{/completed}}{{^completed}}Your order is being processed{{/completed}}'
  const status = '{{#completed}}Ready for delivery{{/completed}}{{^completed}}Being processed{{/completed}}'
  return (
    <Layout site={site} title={title} preview="{{benefit}}, {{order_number}}" footer={<Footer />}>
      <Facts
        rows={[
          ['Order', '{{order_number}}'],
          ['Benefit', '{{benefit}}'],
          ['Status', status],
        ]}
      />
      <ViewOrder />
    </Layout>
  )
}

export function OrderDelivered() {
  return (
    <Layout
      site={site}
      title="{{benefit}}"
      preview="Successfully delivered"
      footer={
        <>
          <If name="own">
            <Footer />
          </If>
          <If name="own" not>
            <p style={styles.last}>
              You get this email because a member of {brand.name} chose your address for this delivery. Your
              address is used for nothing else.
            </p>
          </If>
        </>
      }
    >
      <If name="key">
        <Box label="Your key">
          <code style={styles.code}>{'{{key}}'}</code>
        </Box>
      </If>
      <If name="link">
        <Box label="Your link">
          <a href="{{link}}" className="link" style={styles.link}>
            {'{{link}}'}
          </a>
        </Box>
      </If>
      <If name="file">
        <Box label="Your file">
          {'{{file}}'}
          <If name="own" not>
            {', which the member who ordered it can download.'}
          </If>
        </Box>
      </If>
      <If name="text">
        <Written name="text" />
      </If>
      <If name="message">
        <Written name="message" />
      </If>
      <If name="instructions">
        <Written name="instructions" />
      </If>
      <Facts
        rows={[
          ['Order', '{{order_number}}'],
          ['Status', 'Successfully delivered'],
        ]}
      />
      <If name="own">
        <ViewOrder />
      </If>
    </Layout>
  )
}

export function OrderCancelled() {
  return (
    <Layout
      site={site}
      title="This order has been cancelled"
      preview={`${tokens} came back to your balance.`}
      footer={<Footer />}
    >
      <Paragraph>{`Your order for {{benefit}} has been cancelled. ${tokens} came back to your balance.`}</Paragraph>
      <Facts
        rows={[
          ['Order', '{{order_number}}'],
          ['Refunded', tokens],
        ]}
      />
      <ViewOrder />
    </Layout>
  )
}
