import type { CodeKind } from '@/entities/codes'

/** What the two screens say differently (chapters 2 and 8); everything else is one component. */
export const words: Record<CodeKind, { title: string; subtitle: string; length: number; created: string }> = {
  token: {
    title: 'Token Code Management',
    subtitle: "Each code adds its value to one member's balance, once.",
    length: 8,
    created: 'Token code created successfully',
  },
  invite: {
    title: 'Invite Code Management',
    subtitle: 'Each code lets one person register, once.',
    length: 10,
    created: 'Invite code created successfully',
  },
}
