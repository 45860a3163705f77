import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { Spinner } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { sessionToasts } from '@/entities/session/messages'
import { emptyDrafts } from '@/entities/session/schemas'
import { useSession } from '@/entities/session/session'
import { paths } from '@/lib/paths'
import { requestedPath } from '@/lib/web-address'
import { AuthFrame } from './auth-frame'
import { Drafts, forgetInvite, rememberedInvite, rememberInvite, rememberToken } from './drafts'
import { ForgotView } from './forgot-view'
import { InviteView } from './invite-view'
import { NewPasswordView } from './new-password-view'
import { RegisterView } from './register-view'
import { SignInView } from './sign-in-view'
import { useViews } from './view'

const CodeView = lazy(() => import('./code-view').then((m) => ({ default: m.CodeView })))

/** Redirects signed-in users, admins too, to the dashboard or the requested page; a second factor first requires its code, a recovery a new password (D14). */
export function AuthPage() {
  const session = useSession()
  const [query] = useSearchParams()
  const [drafts] = useState({ ...emptyDrafts })
  const [cameSignedOut, setCameSignedOut] = useState(false)
  const next = requestedPath(query.get('next'))

  if (session.status === 'signed-out' && !cameSignedOut) setCameSignedOut(true)
  const needsSecondFactor = session.status === 'signed-in' && session.needsSecondFactor

  function showSignedInToast() {
    if (cameSignedOut && session.status === 'signed-in' && !session.recovering)
      toastSuccess(...sessionToasts.signedIn)
  }

  function content() {
    if (session.status === 'loading') return <Spinner label="Loading your session" />
    if (session.status === 'signed-out') return <View />
    if (needsSecondFactor) {
      return (
        <Suspense fallback={<Spinner label="Loading" />}>
          <CodeView recovering={session.recovering} onPresented={showSignedInToast} />
        </Suspense>
      )
    }
    return <NewPasswordView />
  }

  const shouldRedirect = session.status === 'signed-in' && !session.recovering && !needsSecondFactor
  if (shouldRedirect) return <Navigate to={next ?? paths.dashboard} replace />
  return (
    <AuthFrame>
      <Drafts value={drafts}>{content()}</Drafts>
    </AuthFrame>
  )
}

/** Unknown modes, and register without a valid code, show the invite view. */
function View() {
  const [query] = useSearchParams()
  const { go } = useViews()
  const [{ valid, problem }, setInvite] = useState<{ valid?: string; problem?: string }>({})
  const [spent, setSpent] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const [isNew, setNew] = useState(false)
  const [resetEmail, setResetEmail] = useState<string>()
  const mode = query.get('mode')
  useTokenOfLink()

  // The code is used: do not return to the register view with it.
  if (spent && mode !== 'register') {
    setSpent(false)
    setInvite({})
  }

  if (mode === 'signin' || mode === 'new-password') {
    return (
      <SignInView
        isNew={isNew}
        resetEmail={resetEmail}
        unconfirmed={unconfirmed}
        onUnconfirmed={setUnconfirmed}
      />
    )
  }
  if (mode === 'forgot') return <ForgotView onSent={setResetEmail} />
  if (mode === 'register' && valid) {
    return (
      <RegisterView
        invite={valid}
        onRegistered={(email) => {
          forgetInvite(valid)
          setSpent(true)
          setNew(true)
          setUnconfirmed(email)
        }}
        onRefused={(sentence) => {
          forgetInvite(valid)
          setInvite({ problem: sentence })
          go('signup', { replace: true })
        }}
      />
    )
  }
  const start = query.get('invite') ?? (mode === 'register' ? rememberedInvite() : null)
  return (
    <InviteView
      isForWaitlist={mode === 'waitlist'}
      start={start}
      problem={problem}
      onMiss={forgetInvite}
      onValid={(code) => {
        rememberInvite(code)
        setInvite({ valid: code })
        go('register', { replace: start !== null })
      }}
    />
  )
}

/** Moves the token of an invitation link from the address bar to the tab's memory. */
function useTokenOfLink() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!hash) return
    rememberToken(hash.slice(1))
    void navigate({ pathname, search }, { replace: true })
  }, [pathname, search, hash, navigate])
}
