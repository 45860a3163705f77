import type { SupabaseClient } from '@supabase/supabase-js'
import type { Person } from './people'

/** Stands for `@/lib/supabase` in tests of the app's queries: the client of the person for whom they run. */
export let supabase: SupabaseClient

/** Runs the queries from now on for this person. */
export function actAs({ client }: Person): void {
  supabase = client
}

/** No session: every request is sent as the person. */
export const storedSession = () => undefined
export const onClientLoaded = () => undefined
