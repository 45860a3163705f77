import type { CodeKind } from '@/entities/codes/code'

type Words = { title: string; subtitle: string; search: string; once: string; file: string }

export const texts: Record<CodeKind, Words> = {
  token: {
    title: 'Token Code Management',
    subtitle: "Each code can be redeemed once and adds its value to that member's balance.",
    search: 'Search token codes',
    once: 'Each code can be used once.',
    file: 'token-codes',
  },
  invite: {
    title: 'Invite Code Management',
    subtitle: 'Each code lets one person register.',
    search: 'Search invite codes',
    once: 'Each code can be used once.',
    file: 'invite-codes',
  },
}
