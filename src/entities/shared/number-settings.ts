import { queryOptions } from '@tanstack/react-query'
import { ConflictError } from '@/entities/shared/conflict'
import { supabase } from '@/lib/supabase'

export type NumberSettings<Name extends string = string> = ReturnType<typeof numberSettings<Name>>

/** Settings that admins change together; `keys` is where each is stored. An unset one is 0. */
export function numberSettings<Name extends string>(queryKey: readonly string[], keys: Record<Name, string>) {
  type Values = Record<Name, number>
  const names = Object.keys(keys) as Name[]

  async function read(signal?: AbortSignal): Promise<Values> {
    const request = supabase.from('app_settings').select('key, value').in('key', Object.values<string>(keys))
    const { data } = await (signal ? request.abortSignal(signal) : request).throwOnError()
    const stored = new Map(data.map(({ key, value }) => [key, Number(value)]))
    return Object.fromEntries(names.map((name) => [name, stored.get(keys[name]) ?? 0])) as Values
  }

  /** Throws ConflictError if another admin changed the same settings since they were `opened` (D7). */
  async function save({ opened, values }: { opened: Values; values: Values }) {
    const changed = names.filter((name) => values[name] !== opened[name])
    const now = await read()
    const changedSinceOpened = (current: Values) =>
      changed.filter((name) => current[name] !== opened[name] && current[name] !== values[name])
    if (changedSinceOpened(now).length > 0)
      throw new ConflictError('row_changed', { current: now, fields: changedSinceOpened(now) })
    for (const name of changed) {
      if (now[name] === values[name] || (await replaceValue(keys[name], opened[name], values[name]))) continue
      const current = await read()
      const fields = changedSinceOpened(current)
      throw fields.length > 0
        ? new ConflictError('row_changed', { current, fields })
        : new ConflictError('not_admin')
    }
  }

  return {
    names,
    query: queryOptions({ queryKey, queryFn: ({ signal }) => read(signal) }),
    save,
  }
}

/** Whether it still had the value `from`. */
async function replaceValue(key: string, from: number, to: number): Promise<boolean> {
  const value = String(to)
  const { data } = await supabase
    .from('app_settings')
    .update({ value })
    .eq('key', key)
    .eq('value', String(from))
    .select('key')
    .throwOnError()
  if (data.length > 0 || from !== 0) return data.length > 0
  const { error } = await supabase.from('app_settings').insert({ key, value })
  if (error && error.code !== '23505') throw error
  return !error
}
