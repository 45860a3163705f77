import * as z from 'zod/mini'

const rule = 'Enter a whole number from 0 to 999.'
const number = z.int(rule).check(z.minimum(0, rule), z.maximum(999, rule))

export const referralTermsSchema = z.object({ perMember: number, bonus: number })
