import type { CodeKind } from '@/entities/codes/list'

type Words = { title: string; subtitle: string; search: string; once: string; created: string; file: string }

/** What the two screens say differently (chapters 2 and 8); everything else is one component. */
export const words: Record<CodeKind, Words> = {
  token: {
    title: 'Token Code Management',
    subtitle: "Each code adds its value to one member's balance, once.",
    search: 'Search token codes',
    once: 'One code, one member, one time.',
    created: 'Token code created successfully',
    file: 'token-codes',
  },
  invite: {
    title: 'Invite Code Management',
    subtitle: 'Each code lets one person register, once.',
    search: 'Search invite codes',
    once: 'One code, one person, one time.',
    created: 'Invite code created successfully',
    file: 'invite-codes',
  },
}
