import * as z from 'zod/mini'

/** Trimmed, otherwise as typed; the server normalizes it (D10). */
export const redeemCodeSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter a code.')),
})
export type RedeemCodeInput = z.infer<typeof redeemCodeSchema>

export const emptyRedeemCode: RedeemCodeInput = { code: '' }
