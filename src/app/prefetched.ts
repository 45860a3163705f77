import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '@/entities/session/session'
import { readFirst } from '@/features/member/dashboard/first-queries'

/** The shell shows itself for so long at most while the first answers are under way. */
const patience = 1_500

/**
 * Takes what the page's shell has asked for into the cache (P3), so that the app's first rendering shows it: the
 * shell is followed by the page, not by another skeleton. Returns at once where no shell asked.
 */
export async function adoptPrefetched(client: QueryClient): Promise<void> {
  if (!window.early) return
  // The stored session is told in a microtask.
  await Promise.resolve()
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([readFirst(client, session.user.id), late])
}
