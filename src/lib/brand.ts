import { brand as shared } from '../../supabase/functions/_shared/brand.ts'

export const brand = {
  ...shared,
  /** Replace it with the operator's own address. */
  contactEmail: 'house@guildhall.example',
  memberLabel: 'Pro Member',
  passwordLength: 10,
} as const
