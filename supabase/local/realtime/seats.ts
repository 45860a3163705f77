import type { Claims } from './token.ts'

const MOST = { ofMember: 100, ofVisitors: 500 }

export type Seats = { take(claims: Claims): boolean; leave(claims: Claims): void }

/** Counts the channels that each member has open, over all sockets, and those of all visitors together. */
export function countSeats(most = MOST): Seats {
  const taken = new Map<string, number>()
  const who = ({ sub, role }: Claims) => sub ?? role
  return {
    take(claims) {
      const count = taken.get(who(claims)) ?? 0
      if (claims.role !== 'service_role' && count >= (claims.sub ? most.ofMember : most.ofVisitors))
        return false
      taken.set(who(claims), count + 1)
      return true
    },
    leave(claims) {
      const count = (taken.get(who(claims)) ?? 0) - 1
      if (count > 0) taken.set(who(claims), count)
      else taken.delete(who(claims))
    },
  }
}
