export const brand = {
  name: 'Guildhall',
  /** Replace it with the operator's own address. */
  contactEmail: 'house@guildhall.example',
  memberLabel: 'Pro Member',
  signupTokens: 25,
  launchPrice: 10,
  fullPrice: 99,
  launchSpots: 50,
  passwordLength: 10,
  pendingHours: '24-48 hours',
} as const
