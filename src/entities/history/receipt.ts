import * as z from 'zod/mini'

const schema = z.object({
  receipt: z.literal('guildhall ledger 1'),
  account: z.uuid(),
  count: z.int().check(z.minimum(1)),
  head: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  checkedAt: z.iso.datetime({ offset: true }),
})

/** In bytes; a receipt has about 250. */
export const maxReceiptSize = 4096

/** The head of an account's chain after `count` entries, at a time (D47). */
export type Receipt = z.infer<typeof schema>

/** Undefined if the file is no receipt. */
export function parseReceipt(text: string): Receipt | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
