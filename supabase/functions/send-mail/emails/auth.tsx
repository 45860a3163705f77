/** @jsxImportSource react */
import { brand } from '../../_shared/brand.ts'
import { Action, Layout, Paragraph } from './layout.tsx'
import { styles } from './styles.ts'

type Account = { email: string; link: string }

function Footer({ link, children }: { link: string; children: string }) {
  return (
    <>
      <p style={styles.note}>
        If the button does nothing, copy this address into your browser:
        <br />
        <span className="link" style={styles.link}>
          {link}
        </span>
      </p>
      <p style={styles.last}>{children}</p>
    </>
  )
}

const After = ({ children }: { children: string }) => <p style={{ margin: '24px 0 0' }}>{children}</p>

export function Confirmation({ email, link }: Account) {
  return (
    <Layout
      title="Confirm your email"
      preview={`Your account opens with ${brand.signupTokens} tokens in it.`}
      footer={
        <Footer link={link}>
          If you did not register, ignore this message: without the link nobody can sign in with your address.
        </Footer>
      }
    >
      <Paragraph>
        {`Somebody registered with ${brand.name} as ${email}. Confirm that this is your address, and your account opens with ${brand.signupTokens} tokens in it.`}
      </Paragraph>
      <Action to={link}>Confirm my email</Action>
      <After>It opens a page that asks for one more click. The link works once, for an hour.</After>
    </Layout>
  )
}

export function Recovery({ email, link }: Account) {
  return (
    <Layout
      title="Set a new password"
      preview="The link works once, for an hour."
      footer={
        <Footer link={link}>
          If you did not ask for it, ignore this message: your password stays as it is.
        </Footer>
      }
    >
      <Paragraph>
        {`Somebody asked for a new password for the ${brand.name} account of ${email}. If that was you, choose it here.`}
      </Paragraph>
      <Action to={link}>Set a new password</Action>
      <After>
        It opens a page that asks for one more click. Your other devices are signed out once the new password
        is saved. The link works once, for an hour.
      </After>
    </Layout>
  )
}
