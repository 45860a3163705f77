/** The product's name, prices and limits (chapter 9): whoever runs it renames it here. */
export const brand = {
  name: 'Guildhall',
  /** Where members write to: whoever runs the product names their own address. */
  contactEmail: 'house@guildhall.example',
  memberLabel: 'Pro Member',
  signupTokens: 25,
  launchPrice: 10,
  fullPrice: 99,
  launchSpots: 50,
  passwordLength: 10,
  pendingHours: '24-48 hours',
} as const
