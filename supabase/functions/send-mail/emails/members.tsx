/** @jsxImportSource react */
import { brand } from '../../_shared/brand.ts'
import { formatCount, Why, Written } from './content.tsx'
import { Action, Facts, Layout, Paragraph } from './layout.tsx'

type Adjustment = { tokens: number; taken: boolean; balance: number; reason: string | null }
type Membership = { count: number; ends_on: string }
type Available = { benefit: string; benefit_id: string; tokens: number }

export const adjustmentTitle = ({ tokens, taken }: Pick<Adjustment, 'tokens' | 'taken'>) =>
  `${formatCount(tokens, 'token was', 'tokens were')} ${taken ? 'taken from' : 'added to'} your balance`

export function TokensAdjusted({ tokens, taken, balance, reason }: Adjustment) {
  return (
    <Layout
      title={adjustmentTitle({ tokens, taken })}
      preview={`Balance: ${balance}`}
      footer={<Why about="tokens">You get this email because you chose emails about tokens.</Why>}
    >
      {reason ? (
        <>
          <Paragraph>{`${brand.name} wrote:`}</Paragraph>
          <Written>{reason}</Written>
        </>
      ) : null}
      <Facts rows={[['Balance', balance]]} />
      <Action to="/dashboard/transactions">View token history</Action>
    </Layout>
  )
}

export function MembershipEnding({ count, ends_on }: Membership) {
  const days = formatCount(count, 'day')
  return (
    <Layout
      title={`Your membership ${count === 0 ? 'ended' : 'ends'} on ${ends_on}`}
      preview={`${days} remaining`}
      footer={<Why about="your membership">You get this email because you are a member of {brand.name}.</Why>}
    >
      <Facts
        rows={[
          ['Ends on', ends_on],
          ['Remaining', days],
        ]}
      />
      <Action to="/dashboard/membership">View your membership</Action>
    </Layout>
  )
}

export function MembershipExtended({ ends_on }: Membership) {
  return (
    <Layout
      title="Your membership has been extended"
      preview={`It ends on ${ends_on}`}
      footer={<Why about="your membership">You get this email because you are a member of {brand.name}.</Why>}
    >
      <Facts rows={[['Ends on', ends_on]]} />
      <Action to="/dashboard/membership">View your membership</Action>
    </Layout>
  )
}

type Refund = { amount: number; reason: string | null; ends_on: string | null }

export function MembershipRefunded({ amount, reason, ends_on }: Refund) {
  const money = `$${(amount / 100).toFixed(2)}`
  return (
    <Layout
      title="Your membership has been refunded"
      preview={`${money} will be back where you paid from in a few days`}
      footer={<Why about="your membership">You get this email because you are a member of {brand.name}.</Why>}
    >
      {reason ? (
        <>
          <Paragraph>{`${brand.name} wrote:`}</Paragraph>
          <Written>{reason}</Written>
        </>
      ) : null}
      <Facts
        rows={[
          ['Refunded', money],
          ['Your membership', ends_on ? `Now ends on ${ends_on}` : 'Has ended'],
        ]}
      />
      <Action to="/dashboard/membership">View your payments</Action>
    </Layout>
  )
}

/** What an admin wrote to one member. */
export function Message({ title, text }: { title: string; text: string }) {
  return (
    <Layout
      title={title}
      preview={text.slice(0, 100)}
      footer={<Why about="you">You get this email because {brand.name} wrote to you.</Why>}
    >
      <Written>{text}</Written>
      <Action to="/dashboard">Open {brand.name}</Action>
    </Layout>
  )
}

export function InvitationJoined({ name }: { name: string }) {
  return (
    <Layout
      title={`${name} has joined by your invitation`}
      preview={`Welcome to ${brand.name}`}
      footer={<Why about="invitations">You get this email because you invited somebody to {brand.name}.</Why>}
    >
      <Action to="/dashboard/invite">Open your invitations</Action>
    </Layout>
  )
}

export function BenefitAvailable({ benefit, benefit_id, tokens }: Available) {
  const price = formatCount(tokens, 'token')
  return (
    <Layout
      title={`${benefit} is available`}
      preview={price}
      footer={
        <Why about="favourites">
          You get this email because you asked to be told, or marked the benefit as a favourite.
        </Why>
      }
    >
      <Facts rows={[['Price', price]]} />
      <Action to={`/dashboard/benefits/${benefit_id}`}>View benefit</Action>
    </Layout>
  )
}
