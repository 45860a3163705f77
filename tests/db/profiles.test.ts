import { it } from 'vitest'
import * as profiles from './probes/profiles'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('a member changes name and phone, never role or tokens (D1)', () =>
  profiles.memberChangesOnlyNameAndPhone(world))
it('email, membership and dates are nobody’s to write', () => profiles.emailIsNobodysToWrite(world))
it('an admin’s edit of the balance becomes an adjustment (D7)', () => profiles.editsBecomeAdjustments(world))
it('an adjustment has a reason, which the member can read', () => profiles.adjustmentsHaveAReason(world))
it('a demotion bites at once (D11)', () => profiles.demotionBitesAtOnce(world))
it('the last admin keeps the role (D11)', () => profiles.lastAdminStays(world))
it('the last admin is not deleted, from either side (D11)', () => profiles.lastAdminIsNotDeleted(world))
it('nobody deletes themselves (D12)', () => profiles.nobodyDeletesThemselves(world))
it('profile and login go together, from either side (D12)', () => profiles.loginGoesWithTheProfile(world))
it('orders and ledger stay without the person’s data (D12)', () => profiles.personalDataGoes(world))
