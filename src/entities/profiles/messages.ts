import { notAdmin, uncertainWrite } from '@/entities/shared/write-errors'
import { type ErrorMessages, explainError } from '@/lib/errors'

export const profilesLoadFailure = 'Failed to load users'

export const profileUpdated = 'User updated successfully'
export const profileDeleted = 'User deleted successfully'
export const madeAdminMessage = (name: string) => `${name} has been made an admin`

export const profileSaveFailure = 'Failed to save user'
export const roleFailure = 'Failed to update user role'
export const profileDeleteFailure = 'Failed to delete user'

const messages: ErrorMessages = {
  ...uncertainWrite,
  cannot_approve_own_factor: 'Another admin has to approve yours.',
  cannot_reset_own_factor: 'Remove your own authenticators in your profile.',
  no_second_factor: 'There is no second factor any more.',
  profile_not_found: 'This user was deleted since you opened it.',
  cannot_delete_self: 'You cannot delete your own account.',
  invalid_grant_type: 'A purchase adds tokens.',
  last_admin: 'The last admin stays an admin. Make someone else an admin first.',
  not_admin: notAdmin,
  profile_column_forbidden: notAdmin,
  row_deleted: 'This user was deleted since you opened it.',
}

export function profileErrorMessage(error: unknown): string | undefined {
  return explainError(error, messages)
}
