/** What emails and the app say of the club. An Edge Function imports nothing outside the folder of the functions. */
export const brand = {
  name: 'Guildhall',
  signupTokens: 25,
  pendingHours: '24-48 hours',
} as const
