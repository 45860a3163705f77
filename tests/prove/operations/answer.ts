/** The result of a request: the code of its refusal, 'rows N' of a write, or the values a function returned. */
export type Answer = string

export const rows = (count: number): Answer => `rows ${count}`

/** D1: not granted, or refused by a policy. */
export const DENIED: Answer = '42501'
export const DUPLICATE: Answer = '23505'
export const MALFORMED: Answer = '23514'
