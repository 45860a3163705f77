import { useMutation, useQuery } from '@tanstack/react-query'
import { read } from '@/entities/shared/read'
import { ConflictError } from '@/entities/shared/write-errors'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** By key, as stored; prices are in cents. A setting that nobody has changed may be absent. */
export type SettingValues = Record<string, string>

/** `changedBy`: who changed each setting last, by name. */
export type Settings = { values: SettingValues; changedBy: SettingValues }

async function readSettings(signal?: AbortSignal): Promise<Settings> {
  const rows = supabase.from('app_settings').select('key, value, updated_by')
  const { data } = await (signal ? rows.abortSignal(signal) : rows).throwOnError()
  const names = await readNames(new Set(data.flatMap(({ updated_by }) => updated_by ?? [])))
  return {
    values: Object.fromEntries(data.map(({ key, value }) => [key, value])),
    changedBy: Object.fromEntries(data.map((row) => [row.key, names.get(row.updated_by ?? '') ?? ''])),
  }
}

async function readNames(ids: Set<string>): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map()
  const people = await supabase
    .from('profiles')
    .select('id, name')
    .in('id', [...ids])
    .throwOnError()
  return new Map(people.data.map(({ id, name }) => [id, name]))
}

export function useSettings() {
  return useQuery({ queryKey: ['settings', 'all'], queryFn: ({ signal }) => readSettings(signal) })
}

type Change = { opened: SettingValues; values: SettingValues }

/** Another admin was faster; `current` is what is stored now (D7). */
export class SettingsConflict extends ConflictError {
  constructor(readonly current: Settings) {
    super('row_changed')
  }
}

async function saveSettings({ opened, values }: Change) {
  const { error } = await supabase.rpc('save_settings', { p_opened: opened, p_values: values })
  if (error && errorCode(error) === 'row_changed') throw new SettingsConflict(await readSettings())
  if (error) throw error
}

/** Saves settings together, all or none; throws SettingsConflict. */
export function useSaveSettings() {
  return useMutation({ mutationFn: saveSettings, meta: { failed: 'form' } })
}

export type TokenPack = { id?: string; tokens: number; price: number; is_on_sale: boolean }

async function readPacks(): Promise<TokenPack[]> {
  return (await supabase.from('token_packs').select().order('tokens').throwOnError()).data
}

export function useTokenPacks() {
  return useQuery({ queryKey: ['settings', 'packs'], queryFn: readPacks })
}

/** Replaces the packs that the screen opened with, and returns the stored ones; refused with row_changed if they have changed meanwhile. */
export function useSaveTokenPacks() {
  return useMutation({
    mutationFn: async ({ opened, packs }: Record<'opened' | 'packs', TokenPack[]>) => {
      await supabase.rpc('save_token_packs', { p_opened: opened, p_packs: packs }).throwOnError()
      return readPacks()
    },
    meta: { failed: 'form' },
  })
}

/** The admins, and whether each has a second factor (D54). */
export function useAdminFactors() {
  return useQuery({
    queryKey: ['second-factor', 'admins'],
    queryFn: ({ signal }) => read(supabase.rpc('admin_second_factors'), signal),
  })
}
