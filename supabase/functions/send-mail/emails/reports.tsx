/** @jsxImportSource react */
import { brand } from '../../_shared/brand.ts'
import { Written } from './content.tsx'
import { Facts, Layout, Paragraph } from './layout.tsx'
import { Footer, type Order, refundSentence, ViewOrder } from './orders.tsx'

type Answer = Order & { text: string | null; refunded?: boolean; replaced?: boolean }

export function ReportAnswered({
  order_id,
  order_number,
  benefit,
  tokens,
  text,
  refunded,
  replaced,
}: Answer) {
  return (
    <Layout title="Your report has been answered" preview={`${benefit}, ${order_number}`} footer={<Footer />}>
      {refunded ? (
        <Paragraph>{`Your order for ${benefit} has been cancelled. ${refundSentence(tokens)}`}</Paragraph>
      ) : null}
      {replaced ? <Paragraph>{`${benefit} has been delivered again.`}</Paragraph> : null}
      {text ? (
        <>
          <Paragraph>{`${brand.name} wrote:`}</Paragraph>
          <Written>{text}</Written>
        </>
      ) : null}
      <Facts rows={[['Order', order_number]]} />
      <ViewOrder order_id={order_id} />
    </Layout>
  )
}
