import type { CodeKind } from '@/entities/codes/code'

type Words = { title: string; subtitle: string; search: string; once: string; created: string; file: string }

export const words: Record<CodeKind, Words> = {
  token: {
    title: 'Token Code Management',
    subtitle: "Each code can be redeemed once and adds its value to that member's balance.",
    search: 'Search token codes',
    once: 'Each code can be used once.',
    created: 'Token code created successfully',
    file: 'token-codes',
  },
  invite: {
    title: 'Invite Code Management',
    subtitle: 'Each code lets one person register.',
    search: 'Search invite codes',
    once: 'Each code can be used once.',
    created: 'Invite code created successfully',
    file: 'invite-codes',
  },
}
