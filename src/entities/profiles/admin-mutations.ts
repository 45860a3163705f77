import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  type OperationResult,
  type OperationTarget,
  operationCall,
  targetArguments,
} from '@/entities/operations/operation'
import { profileDeleteFailure, profileSaveFailure, roleFailure } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import type { AdminProfileInput, GrantType, MessageInput } from '@/entities/profiles/schemas'
import { useUser } from '@/entities/session/session'
import { send } from '@/entities/shared/read'
import { ConflictError } from '@/entities/shared/write-errors'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

type Changes = Partial<Pick<Profile, keyof AdminProfileInput>>
type Field = keyof Changes

/** The changed columns (D7); a balance includes its type and reason. */
export function changedProfileFields(opened: Profile, input: AdminProfileInput): Changes {
  const changes: Changes = {}
  if (input.name !== opened.name) changes.name = input.name
  if (input.phone !== (opened.phone ?? '')) changes.phone = input.phone || null
  if (input.current_tokens !== opened.current_tokens) {
    changes.current_tokens = input.current_tokens
    changes.adjustment_type = input.adjustment_type
    changes.adjustment_reason = input.adjustment_reason || null
  }
  if (input.role !== opened.role) changes.role = input.role
  return changes
}

function fieldsOf(changes: Changes): Field[] {
  const fields: Field[] = ['name', 'phone', 'current_tokens', 'role']
  return fields.filter((field) => field in changes)
}

/** The current row, or undefined; throws if `me` is no longer an admin. */
async function readCurrent(id: string, me: string): Promise<Profile | undefined> {
  const { data } = await supabase.from('profiles').select().in('id', [id, me]).throwOnError()
  if (!data.some((row) => row.id === me && row.role === 'admin')) throw new ConflictError('not_admin')
  return data.find((row) => row.id === id)
}

/** Saves the changes if none of the fields changed since. Values that already match need no save, except a balance. */
async function save(opened: Profile, input: AdminProfileInput, me: string): Promise<void> {
  const changes = changedProfileFields(opened, input)
  const fields = fieldsOf(changes)
  if (fields.length === 0) return
  let rows = supabase.from('profiles').update(changes).eq('id', opened.id)
  for (const field of fields) rows = rows.filter(field, opened[field] === null ? 'is' : 'eq', opened[field])
  const { data: saved } = await rows.select('id').maybeSingle().throwOnError()
  if (saved) return
  const now = await readCurrent(opened.id, me)
  if (!now) throw new ConflictError('row_deleted')
  const moved = fields.filter(
    (field) => now[field] !== opened[field] && (field === 'current_tokens' || now[field] !== changes[field]),
  )
  if (moved.length > 0) throw new ConflictError('row_changed', { current: now, fields: moved })
  await save(withOpenedFields(opened, now, fields), input, me)
}

/** `opened` with the current values of `fields` only: other changes are not ours to send. */
export function withOpenedFields(opened: Profile, now: Profile, fields: readonly (keyof Profile)[]): Profile {
  return { ...opened, ...Object.fromEntries(fields.map((field) => [field, now[field]])) }
}

async function promote(id: string, me: string): Promise<{ name: string; isAlreadyDone: boolean }> {
  const { data } = await supabase
    .from('profiles')
    .update({ role: 'admin' })
    .eq('id', id)
    .eq('role', 'user')
    .select('name')
    .maybeSingle()
    .throwOnError()
  if (data) return { ...data, isAlreadyDone: false }
  const now = await readCurrent(id, me)
  if (!now) throw new ConflictError('row_deleted')
  return now.role === 'admin' ? { name: now.name, isAlreadyDone: true } : promote(id, me)
}

async function remove(id: string, me: string): Promise<{ isAlreadyDone: boolean }> {
  const { data } = await supabase
    .from('profiles')
    .delete()
    .eq('id', id)
    .select('id')
    .maybeSingle()
    .throwOnError()
  if (data) return { isAlreadyDone: false }
  if (await readCurrent(id, me)) throw new Error('The user is still there')
  return { isAlreadyDone: true }
}

/** After a refusal the data is outdated. */
function useRefresh() {
  const client = useQueryClient()
  return () => void client.invalidateQueries()
}

/** Throws ConflictError if another admin changed the same fields (D7). */
export function useSaveProfile() {
  const me = useUser().id
  return useMutation({
    mutationFn: ({ opened, input }: { opened: Profile; input: AdminProfileInput }) => save(opened, input, me),
    onError: useRefresh(),
    meta: { failed: profileSaveFailure },
  })
}

/** Returns the name, and whether another admin had already done it. */
export function useMakeAdmin() {
  const me = useUser().id
  return useMutation({
    mutationFn: (id: string) => promote(id, me),
    onError: useRefresh(),
    meta: { failed: roleFailure },
  })
}

/** Of another person; also ends their sessions. */
export function useResetSecondFactor() {
  return useMutation({
    mutationFn: (id: string) => send(supabase.rpc('reset_second_factor', { p_person: id })),
    onError: useRefresh(),
    meta: { failed: 'The second factor was not reset.' },
  })
}

/** Of another admin, who has a member's rights until then (D54). */
export function useApproveSecondFactor() {
  return useMutation({
    mutationFn: (id: string) => send(supabase.rpc('approve_second_factor', { p_person: id })),
    onError: useRefresh(),
    meta: { failed: 'The second factor was not approved.' },
  })
}

/** Deletes profile and login; orders and ledger stay (D12). Returns whether another admin had already done it. */
export function useDeleteProfile() {
  const me = useUser().id
  return useMutation({
    mutationFn: (id: string) => remove(id, me),
    onError: useRefresh(),
    meta: { failed: profileDeleteFailure },
  })
}

/** Unvalidated: the database reports what is wrong. */
export type GrantRow = { email: string; tokens: number | string; reason?: string }

export const maxGrants = 10_000
export const maxGranted = 1_000_000

/** `reason` is for lines without one (D45). */
export function grantTokens(rows: readonly GrantRow[], type: GrantType, reason: string) {
  return operationCall((run) =>
    supabase
      .rpc('grant_tokens', { p_rows: [...rows], p_type: type, p_reason: reason, ...run })
      .abortSignal(AbortSignal.timeout(60_000)),
  )
}

type Grant = { email: string; tokens: number; reason: string }

/** To one member, beside what they have. A plan runs once: the same again after a lost response grants nothing twice (D3). */
export function useGrantToOne() {
  const planned = useRef<{ key: string; expected: OperationResult }>(undefined)
  return useMutation({
    mutationFn: async ({ email, tokens, reason }: Grant) => {
      const call = grantTokens([{ email, tokens }], 'adjustment', reason)
      const key = JSON.stringify([email, tokens, reason])
      if (planned.current?.key !== key) planned.current = { key, expected: await call({ dryRun: true }) }
      const { changed } = await call({ dryRun: false, expected: planned.current.expected })
      if (changed !== 1) throw new Error('Nobody was granted anything')
    },
    onError: (error) => {
      if (errorCode(error) !== 'network') planned.current = undefined
    },
    meta: { failed: 'form' },
  })
}

/** By email and in the app; the id makes retries safe. */
export function useSendMessage() {
  return useMutation({
    mutationFn: async ({ id, to, title, text }: MessageInput & { id: string; to: string }) => {
      const message = { p_id: id, p_person: to, p_title: title, p_text: text }
      await supabase.rpc('send_message', message).throwOnError()
    },
    meta: { failed: 'form' },
  })
}

/** Starts at the end date or, if that has passed, today (D45). */
export function extendMemberships(target: OperationTarget, months: number) {
  return operationCall((run) =>
    supabase.rpc('extend_memberships', { ...targetArguments(target), ...run, p_months: months }),
  )
}
