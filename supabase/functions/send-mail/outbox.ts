import { callFunction } from '../_shared/rpc.ts'
import type { LeasedEmail } from './message.ts'

export type Outbox = {
  /** Runs the due tasks; returns the names of those that failed. */
  runDue(): Promise<string[]>
  lease(limit: number): Promise<LeasedEmail[]>
  markSent(id: string): Promise<void>
  markFailed(id: string, attempt: number, error: string, permanent: boolean): Promise<void>
  /** When a sender last leased, as an ISO time. */
  ranAt(): Promise<string>
}

/** The outbox of a project, through its REST interface. Calls throw when they fail. */
export function openOutbox({ supabaseUrl, serviceKey }: { supabaseUrl: string; serviceKey: string }): Outbox {
  const call = <T>(name: string, body: object, timeoutMs?: number) =>
    callFunction<T>({ supabaseUrl, key: serviceKey }, name, body, timeoutMs)
  return {
    // Once a night, the due tasks recompute everything.
    runDue: () => call('run_due', {}, 100_000),
    lease: (p_limit) => call('lease_emails', { p_limit }),
    markSent: (p_id) => call('mark_email_sent', { p_id }),
    markFailed: (p_id, p_attempt, p_error, p_permanent) =>
      call('mark_email_failed', { p_id, p_attempt, p_error, p_permanent }),
    ranAt: () => call('email_sender_ran_at', {}),
  }
}
