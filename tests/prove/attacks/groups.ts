import { accounts } from './accounts.ts'
import { admins } from './admin.ts'
import type { Attack } from './attack.ts'
import { codes } from './codes.ts'
import { deliveries } from './deliveries.ts'
import { deliveryFiles } from './delivery-files.ts'
import { http } from './http.ts'
import { orders } from './orders.ts'
import { outbox } from './outbox.ts'
import { reading } from './reading.ts'
import { replays } from './replays.ts'
import { malformed } from './requests.ts'
import { schemas } from './schemas.ts'
import { ownAccount, signUp } from './sign-up.ts'
import { storage } from './storage.ts'
import { timing } from './timing.ts'
import { tokens } from './tokens.ts'
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
  orders,
  reading,
  'schemas and functions': schemas,
  'guessing codes': codes,
  timing,
  'malformed requests': malformed,
  tokens,
  http,
  pictures: storage,
  'delivered files': deliveryFiles,
  'as an admin': admins,
}
