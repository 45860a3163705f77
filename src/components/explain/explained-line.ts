export type ExplainedLine = {
  id: string
  at: string
  title: string
  to?: string
  details: string
  amount: number
}

export type Explanation = {
  title: string
  definition: string
  noun: readonly [one: string, many: string]
  tokens: boolean
  /** Which amounts have a sign: none, the rows, or also the number. */
  signs: 'none' | 'rows' | 'all'
}
