import { accounts } from './accounts.ts'
import { admins } from './admin.ts'
import type { Attack } from './attack.ts'
import { bodies } from './bodies.ts'
import { codes } from './codes.ts'
import { estimates } from './estimates.ts'
import { http } from './http.ts'
import { ledger } from './ledger.ts'
import { orderReplays } from './order-replays.ts'
import { orders } from './orders.ts'
import { profiles } from './profiles.ts'
import { reading } from './reading.ts'
import { schemas } from './schemas.ts'
import { ownAccount, signUp } from './sign-up.ts'
import { storage } from './storage.ts'
import { timing } from './timing.ts'
import { tokens } from './tokens.ts'

/** The named attacks, by what they are after. */
export const GROUPS: Record<string, readonly Attack[]> = {
  'sign-up': signUp,
  'accounts without a code': accounts,
  'own account': ownAccount,
  profiles,
  'order replays': orderReplays,
  orders,
  'ledger, prices, codes': ledger,
  reading,
  estimates,
  'schemas and functions': schemas,
  'guessing codes': codes,
  timing,
  bodies,
  tokens,
  http,
  pictures: storage,
  'as an admin': admins,
}
