import type { Database } from '@/lib/database.types'

type All = Database['public']['Tables']

/** The generated type without its embedded resources. */
export type Tables<Name extends keyof All> = Omit<All[Name]['Row'], All[Name]['ComputedFields']>

type Functions = Database['public']['Functions']

/** Without the functions that only compute columns and relationships. */
export type Callable = {
  [Name in keyof Functions as Functions[Name] extends { Args: { '': unknown } }
    ? never
    : Name]: Functions[Name]
}

/** A row that a function returns; the generated types lack null, which `Nullable` adds. */
export type FunctionRow<Name extends keyof Callable> = Callable[Name]['Returns'] extends (infer Row)[]
  ? Row
  : never

export type Nullable<Row, Columns extends keyof Row> = Omit<Row, Columns> & {
  [Column in Columns]: Row[Column] | null
}
