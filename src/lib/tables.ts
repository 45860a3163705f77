import type { Database } from '@/lib/database.types'

type All = Database['public']['Tables']

/** A stored row of a table: the generated type without what is embedded only where it is asked for. */
export type Tables<Name extends keyof All> = Omit<All[Name]['Row'], All[Name]['ComputedFields']>

type Functions = Database['public']['Functions']

/** The functions that are called; the others lead from a row of a table to what it embeds. */
export type Callable = {
  [Name in keyof Functions as Functions[Name] extends { SetofOptions: { from: keyof All } }
    ? never
    : Name]: Functions[Name]
}
