export const referralKeys = {
  own: (userId: string) => ['referrals', 'own', userId],
}

/** For every new member (D5). */
export const signupBonus = 25

/** Does not reveal whether the email arrived or the address was a member's (D42). */
export type OwnInvitation = {
  id: string
  by_link: boolean
  /** Null for a link, and once erased (D12). */
  email: string | null
  /** Of the new member. */
  name: string | null
  state: 'sent' | 'opened' | 'joined' | 'expired' | 'revoked'
  at: string
  received: number
}
