/** @jsxImportSource react */
import { brand } from '../../_shared/brand.ts'
import { Box, formatCount, TextLink, Why, Written } from './content.tsx'
import { Action, Facts, Layout, Paragraph } from './layout.tsx'
import { styles } from './styles.ts'

export type Order = { order_id: string; order_number: string; benefit: string; tokens: number }

type Placed = Order & { redemption_email: string }
type Changed = Order & { completed: boolean }
/** What was delivered is under its kind: a key, a link, the name of a file, or a text. */
type Delivered = Order & {
  /** It goes to the member's own address. */
  own: boolean
  key?: string | null
  link?: string | null
  file?: string | null
  text?: string | null
  message?: string | null
  instructions?: string | null
}

export const ViewOrder = ({ order_id }: Pick<Order, 'order_id'>) => (
  <Action to={`/dashboard/orders/${order_id}`}>View order</Action>
)

export const Footer = () => (
  <Why about="orders">
    You get this email because the order was placed with your {brand.name} account. If that was not you, sign
    in and change your password.
  </Why>
)

/** Also in answers to reports. */
export const refundSentence = (tokens: number) => `${formatCount(tokens, 'token')} came back to your balance.`

export function OrderPlaced({ order_id, order_number, benefit, tokens, redemption_email }: Placed) {
  const where = `${benefit} will be delivered to ${redemption_email}.`
  return (
    <Layout title="Your order is placed" preview={where} footer={<Footer />}>
      <Paragraph>{where}</Paragraph>
      <Facts
        rows={[
          ['Order', order_number],
          ['Price', formatCount(tokens, 'token')],
          ['Status', `Will be processed within ${brand.pendingHours}`],
        ]}
      />
      <ViewOrder order_id={order_id} />
    </Layout>
  )
}

export function OrderStatus({ order_id, order_number, benefit, completed }: Changed) {
  return (
    <Layout
      title={completed ? 'Your order is complete' : 'Your order is being processed'}
      preview={`${benefit}, ${order_number}`}
      footer={<Footer />}
    >
      <Facts
        rows={[
          ['Order', order_number],
          ['Benefit', benefit],
          ['Status', completed ? 'Ready for delivery' : 'Being processed'],
        ]}
      />
      <ViewOrder order_id={order_id} />
    </Layout>
  )
}

export function OrderDelivered({ own, order_id, order_number, benefit, ...delivered }: Delivered) {
  const { key, file, text, message, instructions } = delivered
  // No other scheme may become a link.
  const link = /^https?:\/\//i.test(delivered.link ?? '') ? delivered.link : undefined
  return (
    <Layout
      title={benefit}
      preview="Successfully delivered"
      footer={
        own ? (
          <Footer />
        ) : (
          <p style={styles.last}>
            You get this email because a member of {brand.name} chose your address for this delivery. Your
            address is used for nothing else.
          </p>
        )
      }
    >
      {key ? (
        <Box label="Your key">
          <code style={styles.code}>{key}</code>
        </Box>
      ) : null}
      {link ? (
        <Box label="Your link">
          <TextLink href={link} />
        </Box>
      ) : null}
      {file ? (
        <Box label="Your file">
          {file}
          {own ? null : ', which the member who ordered it can download.'}
        </Box>
      ) : null}
      {text ? <Written>{text}</Written> : null}
      {message ? <Written>{message}</Written> : null}
      {instructions ? <Written>{instructions}</Written> : null}
      <Facts
        rows={[
          ['Order', order_number],
          ['Status', 'Successfully delivered'],
        ]}
      />
      {own ? <ViewOrder order_id={order_id} /> : null}
    </Layout>
  )
}

/** `reason`: of the admin who cancelled it. */
type Cancelled = Order & { reason?: string | null }

export function OrderCancelled({ order_id, order_number, benefit, tokens, reason }: Cancelled) {
  return (
    <Layout title="This order has been cancelled" preview={refundSentence(tokens)} footer={<Footer />}>
      <Paragraph>{`Your order for ${benefit} has been cancelled. ${refundSentence(tokens)}`}</Paragraph>
      {reason ? <Written>{reason}</Written> : null}
      <Facts
        rows={[
          ['Order', order_number],
          ['Refunded', formatCount(tokens, 'token')],
        ]}
      />
      <ViewOrder order_id={order_id} />
    </Layout>
  )
}
