/** @jsxImportSource react */
import { brand } from '../../_shared/brand.ts'
import { Why, Written } from './content.tsx'
import { Action, Facts, Layout, Paragraph } from './layout.tsx'

type Invited = {
  /** Missing once the inviter has been deleted, and if the address was left on the waitlist. */
  inviter: string | null
  asked: boolean
  message: string | null
  email: string
  code: string
  token: string
  expires_on: string
}

export const invitationTitle = ({ inviter }: Pick<Invited, 'inviter'>) =>
  `${inviter ? `${inviter} invites you` : 'You are invited'} to ${brand.name}`

export function Invitation({ inviter, asked, message, email, code, token, expires_on }: Invited) {
  const cause = asked
    ? 'this address was left with us to ask for an invitation'
    : `${inviter || 'a member'} entered your address`
  return (
    <Layout
      title={invitationTitle({ inviter })}
      preview={`Your account starts with ${brand.signupTokens} tokens.`}
      footer={
        <Why about="invitations">
          {`You get this email because ${cause}. If you expected no invitation, ignore it: nothing else happens.`}
        </Why>
      }
    >
      {message ? (
        <>
          <Paragraph>{`${inviter ?? ''} wrote:`}</Paragraph>
          <Written>{message}</Written>
        </>
      ) : null}
      <Paragraph>
        {`${brand.name} is a club by invitation, whose members spend tokens on AI tools, courses, templates and software licences. Your account starts with ${brand.signupTokens} tokens.`}
      </Paragraph>
      <Facts
        rows={[
          ['Invite code', code],
          ['For', email],
          ['Valid until', expires_on],
        ]}
      />
      <Action to={`/auth?invite=${code}#${token}`}>Accept the invitation</Action>
    </Layout>
  )
}
