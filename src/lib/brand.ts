import { brand as shared } from '../../supabase/functions/_shared/brand.ts'

export const brand = {
  ...shared,
  /** Replace it with the operator's own address. */
  contactEmail: 'house@guildhall.example',
  memberLabel: 'Pro Member',
  launchPrice: 10,
  fullPrice: 99,
  launchSpots: 50,
  passwordLength: 10,
} as const
