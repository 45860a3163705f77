import * as z from 'zod/mini'
import { wholeNumber } from '@/entities/shared/whole-number'

const rule = 'Enter a whole number from 0 to 999.'

export const numberSettingsSchema = z.record(z.string(), wholeNumber(0, 999, rule))
