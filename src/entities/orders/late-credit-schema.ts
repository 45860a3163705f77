import * as z from 'zod/mini'

const rule = 'Enter a whole number from 0 to 999.'
const tokens = z.int(rule).check(z.minimum(0, rule), z.maximum(999, rule))

export const lateCreditSchema = z.object({ rate: tokens, cap: tokens })
export type LateCreditInput = z.infer<typeof lateCreditSchema>
