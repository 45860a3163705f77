import type { MyInvitations } from '@/entities/referrals/referral'

/** What `my_invitations` returns. */
export function myInvitations(changes: Partial<MyInvitations> = {}): MyInvitations {
  return {
    quota: 3,
    remaining: 1,
    until: '2028-09-02T09:00:00Z',
    code: 'NHMZ477V2W',
    bonus: 15,
    received: 15,
    own_joined_at: '2027-09-02T09:00:00Z',
    own_bonus: 0,
    own_received: 0,
    invitations: [
      {
        id: '00000000-0000-4000-8000-0000000000e1',
        by_link: false,
        email: 'bram@dewit.example',
        name: null,
        state: 'opened',
        at: '2027-11-15T09:00:00Z',
        received: 0,
      },
      {
        id: '00000000-0000-4000-8000-0000000000e2',
        by_link: true,
        email: null,
        name: 'Mira Osei',
        state: 'joined',
        at: '2027-11-03T09:00:00Z',
        received: 15,
      },
    ],
    ...changes,
  }
}
