/** @jsxImportSource react */
import { brand } from '../../_shared/brand.ts'
import { formatCount } from './content.tsx'
import { Action, Layout, Paragraph } from './layout.tsx'
import { styles } from './styles.ts'

const privacy = '/dashboard/profile?tab=privacy'

function Footer() {
  return (
    <p style={styles.last}>
      You get this email because of your {brand.name} account. If you did not ask for this, sign in, keep your
      account and change your password.
    </p>
  )
}

type Change = { title: string; happened: string; otherwise?: string }

/** About what somebody signs in with (D54); nobody can end these. */
function SecurityChange({ title, happened, otherwise = '' }: Change) {
  return (
    <Layout
      title={title}
      preview={happened}
      footer={
        <p style={styles.last}>
          You get this email because it concerns the security of your {brand.name} account.
        </p>
      }
    >
      <Paragraph>{happened}</Paragraph>
      <Paragraph>{`If this was not you, replace your password${otherwise}.`}</Paragraph>
      <Action to="/auth?mode=forgot">Replace your password</Action>
    </Layout>
  )
}

export function SecondFactorAdded() {
  return (
    <SecurityChange
      title="An authenticator was added to your account"
      happened="From now on, signing in needs a code from it after the password."
      otherwise=" and ask us to remove the authenticator"
    />
  )
}

export function SecondFactorRemoved() {
  return (
    <SecurityChange
      title="An authenticator was removed from your account"
      happened="It no longer signs you in."
      otherwise=" and add an authenticator again"
    />
  )
}

export function RecoveryCodeUsed({ count }: { count: number }) {
  return (
    <SecurityChange
      title="A recovery code of your account was used"
      happened={`Your authenticators were removed and your other devices signed out. You have ${formatCount(count, 'recovery code')} left. Add a new authenticator in your profile.`}
    />
  )
}

export function PasswordChanged() {
  return (
    <SecurityChange title="Your password was changed" happened="Your new password is in use from now on." />
  )
}

export function DeletionRequested({ token }: { token: string }) {
  return (
    <Layout
      title="Confirm that your account is to be deleted"
      preview="Nothing happens until you confirm it."
      footer={<Footer />}
    >
      <Paragraph>
        {`Somebody signed in with your password asked us to delete your ${brand.name} account. Nothing happens until you confirm it.`}
      </Paragraph>
      <Action to={`${privacy}&confirm=${token}`}>Confirm the deletion</Action>
      <p style={styles.end}>
        It opens a page that asks you to sign in and for one more click. The account is deleted 14 days after
        that. The link works for a day.
      </p>
    </Layout>
  )
}

export function DeletionScheduled({ deletes_on }: { deletes_on: string }) {
  return (
    <Layout
      title={`Your account will be deleted on ${deletes_on}`}
      preview="Until then everything works, and one click keeps it."
      footer={<Footer />}
    >
      <Paragraph>
        Until then everything works. To undo it, sign in and choose Keep my account. Save the keys and files
        that you received before the account is gone.
      </Paragraph>
      <Action to={privacy}>Keep my account</Action>
    </Layout>
  )
}

export function AccountDeleted() {
  return (
    <Layout
      title="Your account has been deleted"
      preview="This is our last email to you."
      footer={<p style={styles.last}>This address is forgotten once this email has been sent.</p>}
    >
      <Paragraph>
        {`As you asked, your ${brand.name} account was deleted. Open orders were cancelled first; name and email are removed from all others. This is our last email to you.`}
      </Paragraph>
    </Layout>
  )
}
