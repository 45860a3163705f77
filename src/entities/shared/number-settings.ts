import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

export type NumberSettings<Name extends string = string> = ReturnType<typeof numberSettings<Name>>

/** Settings that admins change together; `keys` is where each is stored. An unset one is 0. */
export function numberSettings<Name extends string>(queryKey: readonly string[], keys: Record<Name, string>) {
  type Values = Record<Name, number>
  const names = Object.keys(keys) as Name[]
  return {
    names,
    query: queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<Values> => {
        const { data } = await supabase
          .from('app_settings')
          .select('key, value')
          .in('key', Object.values<string>(keys))
          .abortSignal(signal)
          .throwOnError()
        const stored = new Map(data.map(({ key, value }) => [key, Number(value)]))
        return Object.fromEntries(names.map((name) => [name, stored.get(keys[name]) ?? 0])) as Values
      },
    }),
    save: async (values: Values) => {
      await supabase
        .from('app_settings')
        .upsert(names.map((name) => ({ key: keys[name], value: String(values[name]) })))
        .throwOnError()
    },
  }
}
