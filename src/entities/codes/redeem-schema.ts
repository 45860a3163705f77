import * as z from 'zod/mini'

/** A token code to redeem: trimmed, otherwise as typed (chapter 5); the server knows its spelling (D10). */
export const redeemCodeSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter a code.')),
})
export type RedeemCodeInput = z.infer<typeof redeemCodeSchema>

export const emptyRedeemCode: RedeemCodeInput = { code: '' }
