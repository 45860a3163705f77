import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { Spinner } from '@/components/ui/spinner'
import { emptyDrafts } from '@/entities/auth-input'
import { useSession } from '@/entities/session'
import { safeNext } from '@/lib/paths'
import { AuthFrame } from './auth-frame'
import { Drafts } from './drafts'
import { ForgotView } from './forgot-view'
import { forgetInvite, rememberedInvite, rememberInvite } from './invite-memory'
import { InviteView } from './invite-view'
import { NewPasswordView } from './new-password-view'
import { RegisterView } from './register-view'
import { SignInView } from './sign-in-view'
import { useViews } from './use-views'

/** /auth: whoever is signed in goes on, except to set a new password after a recovery (D14). */
export function Component() {
  const session = useSession()
  const [query] = useSearchParams()
  const [drafts] = useState({ ...emptyDrafts })

  if (session.status === 'signed-in' && !session.recovering) {
    return <Navigate to={safeNext(query.get('next'))} replace />
  }
  return (
    <AuthFrame>
      <Drafts value={drafts}>
        {session.status === 'loading' ? (
          <Spinner label="Loading your session" />
        ) : session.status === 'signed-in' ? (
          <NewPasswordView />
        ) : (
          <View />
        )}
      </Drafts>
    </AuthFrame>
  )
}

/** The view that the address names (chapter 2): any other mode is the invite view, and so is registering without a code. */
function View() {
  const [query] = useSearchParams()
  const { go } = useViews()
  const [valid, setValid] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const mode = query.get('mode')

  if (mode === 'signin' || mode === 'new-password') {
    return <SignInView unconfirmed={unconfirmed} onUnconfirmed={setUnconfirmed} />
  }
  if (mode === 'forgot') return <ForgotView />
  if (mode === 'register' && valid) {
    return (
      <RegisterView
        invite={valid}
        onRefused={(sentence) => {
          forgetInvite()
          setValid(undefined)
          setProblem(sentence)
          go('signup', { replace: true })
        }}
      />
    )
  }
  const start = query.get('invite') ?? (mode === 'register' ? rememberedInvite() : null)
  return (
    <InviteView
      start={start}
      problem={problem}
      onValid={(code) => {
        rememberInvite(code)
        setValid(code)
        setProblem(undefined)
        go('register', { replace: start !== null })
      }}
    />
  )
}
