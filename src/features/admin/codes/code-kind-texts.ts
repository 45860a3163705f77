import type { CodeKind } from '@/entities/codes/code'

type KindTexts = { title: string; subtitle: string; search: string; once: string; file: string }

export const codeKindTexts: Record<CodeKind, KindTexts> = {
  token: {
    title: 'Token Code Management',
    subtitle: 'A code adds its value once to each member who uses it.',
    search: 'Search token codes',
    once: 'A member can use a code once.',
    file: 'token-codes',
  },
  invite: {
    title: 'Invite Code Management',
    subtitle: 'Guildhall is open by invitation only.',
    search: 'Search invite codes',
    once: 'Each use admits one person.',
    file: 'invite-codes',
  },
}
