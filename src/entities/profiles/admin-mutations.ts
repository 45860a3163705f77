import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isNoLongerAdmin } from '@/entities/profiles/messages'
import { profileQueries } from '@/entities/profiles/own'
import type { Profile } from '@/entities/profiles/profile'
import type { AdminProfileInput } from '@/entities/profiles/schemas'
import { useUser } from '@/entities/session/session'
import { ConflictError } from '@/entities/shared/conflict'
import { supabase } from '@/lib/supabase'

type Changes = Partial<Pick<Profile, keyof AdminProfileInput>>
type Field = keyof Changes

/** The columns of `input` that differ from the person the dialog opened with (D7); a balance goes with its reason. */
export function changedFields(opened: Profile, input: AdminProfileInput): Changes {
  const changes: Changes = {}
  if (input.name !== opened.name) changes.name = input.name
  if (input.phone !== (opened.phone ?? '')) changes.phone = input.phone || null
  if (input.current_tokens !== opened.current_tokens) {
    changes.current_tokens = input.current_tokens
    changes.adjustment_reason = input.adjustment_reason
  }
  if (input.role !== opened.role) changes.role = input.role
  return changes
}

function fieldsOf(changes: Changes): Field[] {
  const fields: Field[] = ['name', 'phone', 'current_tokens', 'role']
  return fields.filter((field) => field in changes)
}

/** The person as they are now, or undefined; throws where the one who asks may no longer see everybody. */
async function userNow(id: string, me: string): Promise<Profile | undefined> {
  const { data } = await supabase.from('profiles').select().in('id', [id, me]).throwOnError()
  if (!data.some((row) => row.id === me && row.role === 'admin')) throw new ConflictError('not_admin')
  return data.find((row) => row.id === id)
}

/** Saves what changed if each of it is still as it was seen; what already is as wanted needs no saving, but a balance does. */
async function save(opened: Profile, input: AdminProfileInput, me: string): Promise<void> {
  const changes = changedFields(opened, input)
  const fields = fieldsOf(changes)
  if (fields.length === 0) return
  let rows = supabase.from('profiles').update(changes).eq('id', opened.id)
  for (const field of fields) rows = rows.filter(field, opened[field] === null ? 'is' : 'eq', opened[field])
  const { data: saved } = await rows.select('id').maybeSingle().throwOnError()
  if (saved) return
  const now = await userNow(opened.id, me)
  if (!now) throw new ConflictError('row_deleted')
  const moved = fields.filter(
    (field) => now[field] !== opened[field] && (field === 'current_tokens' || now[field] !== changes[field]),
  )
  if (moved.length > 0) throw new ConflictError('row_changed', { current: now, fields: moved })
  await save(seenAs(opened, now, fields), input, me)
}

/** The person as opened, but with these fields as they are now: the rest may have changed as well and is not ours to send. */
export function seenAs(opened: Profile, now: Profile, fields: readonly (keyof Profile)[]): Profile {
  return { ...opened, ...Object.fromEntries(fields.map((field) => [field, now[field]])) }
}

async function promote(id: string, me: string): Promise<{ name: string; already: boolean }> {
  const { data } = await supabase
    .from('profiles')
    .update({ role: 'admin' })
    .eq('id', id)
    .eq('role', 'user')
    .select('name')
    .maybeSingle()
    .throwOnError()
  if (data) return { ...data, already: false }
  const now = await userNow(id, me)
  if (!now) throw new ConflictError('row_deleted')
  return now.role === 'admin' ? { name: now.name, already: true } : promote(id, me)
}

async function remove(id: string, me: string): Promise<{ already: boolean }> {
  const { data } = await supabase
    .from('profiles')
    .delete()
    .eq('id', id)
    .select('id')
    .maybeSingle()
    .throwOnError()
  if (data) return { already: false }
  if (await userNow(id, me)) throw new Error('The user is still there')
  return { already: true }
}

/** A refusal means that what one looked at is old: it is read again. One who is no admin now reads only that. */
function useRefresh(me: string) {
  const client = useQueryClient()
  return (error: unknown) => {
    const { queryKey } = profileQueries.own(me)
    void client.invalidateQueries(isNoLongerAdmin(error) ? { queryKey } : {})
  }
}

const failure = (description: string) => () => ({ title: 'Error', description })

/** Saves what changed of a user; throws UserMoved where somebody else changed the same (D7). */
export function useSaveProfile() {
  const me = useUser().id
  return useMutation({
    mutationFn: ({ opened, input }: { opened: Profile; input: AdminProfileInput }) => save(opened, input, me),
    onError: useRefresh(me),
    meta: { failed: failure('Failed to save user') },
  })
}

/** Makes a user an admin; answers the name, and whether somebody else had done so already. */
export function useMakeAdmin() {
  const me = useUser().id
  return useMutation({
    mutationFn: (id: string) => promote(id, me),
    onError: useRefresh(me),
    meta: { failed: failure('Failed to update user role') },
  })
}

/** Deletes a person with the login; orders and ledger stay (D12). Answers whether somebody else had done so already. */
export function useDeleteProfile() {
  const me = useUser().id
  return useMutation({
    mutationFn: (id: string) => remove(id, me),
    onError: useRefresh(me),
    meta: { failed: failure('Failed to delete user') },
  })
}
