import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { type CodeKind, codeStateOf } from '@/entities/codes/code'
import { type CodeDetails, invitationOf } from '@/entities/codes/details'
import { useResendInvitation } from '@/entities/invitations/invitation'
import { useAfterRun } from '@/widgets/operations/progress'
import { invitationActions } from '../invitations/invitation-state'

const RevokeCodes = lazyDialog(() => import('../revoke/revoke-codes').then((module) => module.RevokeCodes))
const ExtendCode = lazyDialog(() => import('../extend/extend-code').then((module) => module.ExtendCode))

type Action = 'resend' | 'extend' | 'revoke'

export function actionsOf(code: CodeDetails): Action[] {
  const state = codeStateOf(code)
  const invitation = invitationOf(code)
  // A member's link is followed by another one; an erased address would admit anybody.
  const isFinal = code.source !== null && code.sent_to === null
  const actions: Action[] = invitation && invitationActions(invitation).includes('resend') ? ['resend'] : []
  if ((state === 'available' || state === 'expired') && !isFinal) actions.push('extend')
  if (state === 'available') actions.push('revoke')
  return actions
}

export type OpenDialog = 'revoke' | 'extend' | undefined

type Props = {
  kind: CodeKind
  code: CodeDetails
  open: OpenDialog
  onOpen: (open: OpenDialog) => void
  onRevoked: () => void
}

/** At the left, where no toast covers it. */
export function CodeActions({ kind, code, open, onOpen, onRevoked }: Props) {
  const resend = useResendInvitation()
  const afterRun = useAfterRun(onRevoked)
  const close = () => onOpen(undefined)
  const actions = actionsOf(code)

  return (
    <>
      {actions.includes('resend') ? (
        <Button
          variant="primary"
          busy={resend.isPending}
          busyLabel="Sending..."
          onClick={() =>
            resend.mutate(
              { id: code.id },
              {
                onSuccess: () =>
                  toastSuccess('Invitation queued', `It will be sent to ${code.sent_to} again.`),
              },
            )
          }
        >
          Resend
        </Button>
      ) : null}
      {actions.includes('extend') ? <Button onClick={() => onOpen('extend')}>Extend</Button> : null}
      {actions.includes('revoke') ? (
        <Button variant="danger-quiet" onClick={() => onOpen('revoke')}>
          Revoke
        </Button>
      ) : null}
      <span className="mr-auto max-md:hidden" />
      {open === 'extend' ? (
        <ExtendCode frame={{ title: `Extend ${code.code}` }} kind={kind} code={code} onClose={close} />
      ) : null}
      {open === 'revoke' ? (
        <RevokeCodes
          frame={{ title: `Revoke ${code.code}?`, wide: true }}
          kind={kind}
          code={code.code}
          target={{ ids: [code.id] }}
          selected={1}
          onRun={afterRun}
          onClose={close}
        />
      ) : null}
    </>
  )
}
