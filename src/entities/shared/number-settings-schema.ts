import * as z from 'zod/mini'

const rule = 'Enter a whole number from 0 to 999.'

export const numberSettingsSchema = z.record(
  z.string(),
  z.int(rule).check(z.minimum(0, rule), z.maximum(999, rule)),
)
