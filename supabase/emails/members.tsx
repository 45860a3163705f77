import { brand } from '../../src/lib/brand.ts'
import { Why, Written } from './content.tsx'
import { Action, Facts, If, Layout, Paragraph } from './layout.tsx'
import { tokens } from './orders.tsx'

const site = '{{site}}'

export function TokensAdjusted() {
  const title = `${tokens} {{#many}}were{{/many}}{{^many}}was{{/many}} {{#taken}}taken from{{/taken}}{{^taken}}added to{{/taken}} your balance`
  return (
    <Layout
      site={site}
      title={title}
      preview="Balance: {{balance}}"
      footer={<Why about="tokens">You get this email because you chose emails about tokens.</Why>}
    >
      <If name="reason">
        <Paragraph>{`${brand.name} wrote:`}</Paragraph>
        <Written name="reason" />
      </If>
      <Facts rows={[['Balance', '{{balance}}']]} />
      <Action href={`${site}/dashboard/transactions`}>View token history</Action>
    </Layout>
  )
}

export function MembershipEnding() {
  const days = '{{count}} {{#many}}days{{/many}}{{^many}}day{{/many}}'
  return (
    <Layout
      site={site}
      title="Your membership ends on {{ends_on}}"
      preview={`${days} remaining`}
      footer={<Why about="your membership">You get this email because you are a member of {brand.name}.</Why>}
    >
      <Facts
        rows={[
          ['Ends on', '{{ends_on}}'],
          ['Remaining', days],
        ]}
      />
      <Action href={`${site}/dashboard`}>Open your dashboard</Action>
    </Layout>
  )
}

export function MembershipExtended() {
  return (
    <Layout
      site={site}
      title="Your membership has been extended"
      preview="It ends on {{ends_on}}"
      footer={<Why about="your membership">You get this email because you are a member of {brand.name}.</Why>}
    >
      <Facts rows={[['Ends on', '{{ends_on}}']]} />
      <Action href={`${site}/dashboard`}>Open your dashboard</Action>
    </Layout>
  )
}

export function InvitationJoined() {
  return (
    <Layout
      site={site}
      title="{{name}} has joined by your invitation"
      preview={`Welcome to ${brand.name}`}
      footer={<Why about="invitations">You get this email because you invited somebody to {brand.name}.</Why>}
    >
      <Action href={`${site}/dashboard/invite`}>Open your invitations</Action>
    </Layout>
  )
}

export function BenefitAvailable() {
  return (
    <Layout
      site={site}
      title="{{benefit}} is available"
      preview={tokens}
      footer={
        <Why about="favourites">
          You get this email because you asked to be told, or marked the benefit as a favourite.
        </Why>
      }
    >
      <Facts rows={[['Price', tokens]]} />
      <Action href={`${site}/dashboard/benefits/{{benefit_id}}`}>View benefit</Action>
    </Layout>
  )
}
