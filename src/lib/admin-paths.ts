/** The URLs of rows in the admin area (C11), outside the members' chunks. */
export const adminPaths = {
  benefitOf: (id: string) => `/admin/benefits/${id}`,
  orderOf: (id: string) => `/admin/orders?order=${id}`,
  personOf: (id: string) => `/admin/users?person=${id}`,
  tokenCodeOf: (id: string) => `/admin/token-codes?code=${id}`,
  inviteCodeOf: (id: string) => `/admin/invite-codes?code=${id}`,
} as const
