import type { Profile } from '@/entities/profiles/admin-list'
import type { AdminProfileInput } from '@/entities/profiles/admin-schema'
import { errorCode, failureReason } from '@/lib/errors'

/** What an edit sends: the columns that change. */
export type Changes = Partial<Pick<Profile, keyof AdminProfileInput>>
export type Field = keyof Changes

/** Somebody else changed `fields` since the dialog opened; nothing was saved (D7). */
export class UserMoved extends Error {
  readonly code = 'user_moved'
  constructor(
    readonly now: Profile,
    readonly fields: Field[],
  ) {
    super('The user was changed meanwhile')
  }
}

/** The write reached no row, because of `code`. */
export class UserUnreached extends Error {
  constructor(readonly code: 'user_gone' | 'not_admin') {
    super(code)
  }
}

/** Was it refused because who asked is no admin now? A member may not write these columns, and reads only their own row. */
export function isNoLongerAdmin(error: unknown): boolean {
  return ['not_admin', 'profile_column_forbidden'].includes(errorCode(error))
}

/** Why a person was not changed, in words (D11, D12). */
export function profileErrorMessage(error: unknown): string | undefined {
  if (isNoLongerAdmin(error)) return 'You are no longer an admin.'
  const words: Record<string, string> = {
    last_admin: 'The last admin stays an admin. Make somebody else an admin first.',
    cannot_delete_self: 'Nobody can delete themselves.',
    reason_required: 'Enter a reason.',
    user_gone: 'This user was deleted meanwhile.',
  }
  return failureReason(error, words)
}
