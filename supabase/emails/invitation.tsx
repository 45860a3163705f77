import { brand } from '../../src/lib/brand.ts'
import { Why, Written } from './content.tsx'
import { Action, Facts, If, Layout, Paragraph } from './layout.tsx'

const site = '{{site}}'

/** An inviter who has been deleted since is not named. */
export const invites = `{{#inviter}}{{inviter}} invites you{{/inviter}}{{^inviter}}You are invited{{/inviter}} to ${brand.name}`

export function Invitation() {
  return (
    <Layout
      site={site}
      title={invites}
      preview={`Your account starts with ${brand.signupTokens} tokens.`}
      footer={
        <Why about="invitations">
          {`You get this email because {{#asked}}this address was left with us to ask for an invitation{{/asked}}{{^asked}}{{#inviter}}{{inviter}}{{/inviter}}{{^inviter}}a member{{/inviter}} entered your address{{/asked}}. If you expected no invitation, ignore it: nothing else happens.`}
        </Why>
      }
    >
      <If name="message">
        <Paragraph>{'{{inviter}} wrote:'}</Paragraph>
        <Written name="message" />
      </If>
      <Paragraph>
        {`${brand.name} is a club by invitation, whose members spend tokens on AI tools, courses, templates and software licences. Your account starts with ${brand.signupTokens} tokens.`}
      </Paragraph>
      <Facts
        rows={[
          ['Invite code', '{{code}}'],
          ['For', '{{email}}'],
          ['Valid until', '{{expires_on}}'],
        ]}
      />
      <Action href={`${site}/auth?invite={{code}}#{{token}}`}>Accept the invitation</Action>
    </Layout>
  )
}
