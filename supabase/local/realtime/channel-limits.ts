import type { Claims } from './token.ts'

const LIMITS = { ofMember: 100, ofVisitors: 500 }

export type ChannelLimits = { acquire(claims: Claims): boolean; release(claims: Claims): void }

/** Counts the channels that each member has open, over all sockets, and those of all visitors together. */
export function limitChannels(limits = LIMITS): ChannelLimits {
  const open = new Map<string, number>()
  const ownerOf = ({ sub, role }: Claims) => sub ?? role
  return {
    acquire(claims) {
      const count = open.get(ownerOf(claims)) ?? 0
      if (claims.role !== 'service_role' && count >= (claims.sub ? limits.ofMember : limits.ofVisitors))
        return false
      open.set(ownerOf(claims), count + 1)
      return true
    },
    release(claims) {
      const count = (open.get(ownerOf(claims)) ?? 0) - 1
      if (count > 0) open.set(ownerOf(claims), count)
      else open.delete(ownerOf(claims))
    },
  }
}
