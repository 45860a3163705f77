import { accounts } from './accounts.ts'
import { admins } from './admin.ts'
import type { Attack } from './attack.ts'
import { bulk } from './bulk.ts'
import { catalogue } from './catalogue.ts'
import { codes } from './codes.ts'
import { deliveries } from './deliveries.ts'
import { deliveryFiles } from './delivery-files.ts'
import { desk } from './desk.ts'
import { explained } from './explained.ts'
import { http } from './http.ts'
import { invitations } from './invitations.ts'
import { notifications } from './notifications.ts'
import { orders } from './orders.ts'
import { outbox } from './outbox.ts'
import { privacy } from './privacy.ts'
import { reading } from './reading.ts'
import { replays } from './replays.ts'
import { malformed } from './requests.ts'
import { schemas } from './schemas.ts'
import { secondFactor } from './second-factor.ts'
import { ownAccount, signUp } from './sign-up.ts'
import { storage } from './storage.ts'
import { tokens } from './tokens.ts'
import { waitlist } from './waitlist.ts'
import { writes } from './writes.ts'

/** The named attacks, by target. */
export const GROUPS: Record<string, readonly Attack[]> = {
  'sign-up': signUp,
  'accounts without a code': accounts,
  'own account': ownAccount,
  'members’ writes': writes,
  'replayed orders': replays,
  // Before the orders, which spend the balance.
  deliveries,
  outbox,
  notifications,
  privacy,
  orders,
  catalogue,
  desk,
  'operations on many rows': bulk,
  'search and explanations': explained,
  reading,
  'schemas and functions': schemas,
  'guessing codes': codes,
  waitlist,
  invitations,
  'malformed requests': malformed,
  tokens,
  http,
  pictures: storage,
  'delivered files': deliveryFiles,
  'as an admin': admins,
  'without the second factor': secondFactor,
}
