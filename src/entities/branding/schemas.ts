import * as z from 'zod/mini'
import { isPictureAddress } from '@/lib/picture-address'

export const logoSchema = z.object({
  url: z.string().check(
    z.trim(),
    z.minLength(1, 'Enter a path or an address.'),
    z.maxLength(2048, 'At most 2,048 characters.'),
    z.refine(
      (text) => text === '' || isPictureAddress(text),
      'Enter an https address or a path that starts with /.',
    ),
  ),
})
export type LogoInput = z.infer<typeof logoSchema>

export const emptyLogo: LogoInput = { url: '' }
