import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { toastInfo, toastSuccess } from '@/components/ui/toast'
import {
  useApproveSecondFactor,
  useDeleteProfile,
  useMakeAdmin,
  useResetSecondFactor,
} from '@/entities/profiles/admin-mutations'
import { useAdminProfile, useProfileOpenOrderCount } from '@/entities/profiles/admin-person'
import { madeAdminMessage, profileDeleted, profileErrorMessage } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import { formatCount } from '@/lib/format'

const questions = {
  promote: {
    message:
      'Admins can see all users and orders, change balances and roles, and create codes. Edit removes the role again.',
    labels: { confirmLabel: 'Make Admin', busyLabel: 'Saving...', variant: 'primary' },
    done: madeAdminMessage,
    alreadyDone: (name: string) => `${name} is already an admin.`,
    failure: 'The role was not changed. Please try again.',
  },
  // Without it, the password alone would be enough to add a factor and become an admin (D54).
  'approve-factor': {
    message:
      'It was added with the password alone. Ask this person, not by email, whether it is theirs: approved, it gives the rights of an admin.',
    labels: { confirmLabel: 'Approve second factor', busyLabel: 'Approving...', variant: 'primary' },
    done: (name: string) => `${name} has the rights of an admin now.`,
    alreadyDone: undefined,
    failure: 'The second factor was not approved. Please try again.',
  },
  'reset-factor': {
    message:
      'Make sure that the request really comes from this person. Their authenticators are removed, they are signed out everywhere, and they are notified by email.',
    labels: { confirmLabel: 'Reset second factor', busyLabel: 'Resetting...' },
    done: (name: string) => `${name} signs in with the password alone now.`,
    alreadyDone: undefined,
    failure: 'The second factor was not reset. Please try again.',
  },
  delete: {
    message: 'Are you sure you want to delete this user? This action cannot be undone.',
    labels: { confirmLabel: 'Delete user', cancelLabel: 'Keep user', busyLabel: 'Deleting...' },
    done: () => profileDeleted,
    alreadyDone: (name: string) => `${name} was already deleted.`,
    failure: 'The user was not deleted. Please try again.',
  },
} as const

type Props = {
  action: keyof typeof questions
  title: string
  user: Profile
  onClose: () => void
  onDeleted: (id: string) => void
}

/** Asks before what cannot be taken back, or gives rights; another admin may have done it already. */
export function ConfirmUser({ action, title, user, onClose, onDeleted }: Props) {
  const mutations = {
    promote: useMakeAdmin(),
    'approve-factor': useApproveSecondFactor(),
    'reset-factor': useResetSecondFactor(),
    delete: useDeleteProfile(),
  }
  const { message, labels, done, alreadyDone, failure } = questions[action]

  async function confirm() {
    const result: { name?: string; isAlreadyDone: boolean } | undefined =
      (await mutations[action].mutateAsync(user.id)) ?? undefined
    const name = result?.name ?? user.name
    if (result?.isAlreadyDone && alreadyDone) toastInfo('Info', alreadyDone(name))
    else toastSuccess('Success', done(name))
    if (action === 'delete') onDeleted(user.id)
  }

  return (
    <ConfirmDialog
      {...labels}
      title={title}
      name={user.name}
      message={message}
      onConfirm={confirm}
      problem={(error) => profileErrorMessage(error) ?? failure}
      onClose={onClose}
    >
      {action === 'delete' ? <DeletionConsequences user={user} /> : null}
    </ConfirmDialog>
  )
}

function DeletionConsequences({ user }: { user: Profile }) {
  const person = useAdminProfile(user.id)
  const openOrders = useProfileOpenOrderCount(user.id)
  if (openOrders.data === undefined) {
    return openOrders.isError ? (
      <p>The open orders of this user could not be counted.</p>
    ) : (
      <Skeleton className="h-5 w-3/4" />
    )
  }
  const { name, current_tokens } = person.data ?? user
  return (
    <p className="figures [overflow-wrap:anywhere]">
      <bdi>{name}</bdi>
      {' has '}
      <b className="font-semibold">{formatCount(current_tokens, 'token')}</b>
      {' and '}
      <b className="font-semibold">{formatCount(openOrders.data, 'open order')}</b>
      {'. The tokens are lost. Orders are kept without name and email.'}
    </p>
  )
}
