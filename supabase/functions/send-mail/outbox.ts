import type { Leased } from './message.ts'

export type Outbox = {
  /** Runs the due tasks; returns the names of those that failed. */
  runDue(): Promise<string[]>
  lease(limit: number): Promise<Leased[]>
  sent(id: string): Promise<void>
  failed(id: string, attempt: number, error: string, permanent: boolean): Promise<void>
  /** When a sender last leased, as an ISO time. */
  ranAt(): Promise<string>
}

/** The outbox of a project, through its REST interface. Calls throw when they fail. */
export function openOutbox({ supabaseUrl, serviceKey }: { supabaseUrl: string; serviceKey: string }): Outbox {
  async function call<T>(name: string, body: object, timeoutMs = 10_000): Promise<T> {
    const response = await fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: serviceKey,
        authorization: `Bearer ${serviceKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${name} was refused with status ${response.status}`)
    return text === '' ? (undefined as T) : JSON.parse(text)
  }
  return {
    // Once a night, the due tasks recompute everything.
    runDue: () => call('run_due', {}, 100_000),
    lease: (p_limit) => call('lease_emails', { p_limit }),
    sent: (p_id) => call('mark_email_sent', { p_id }),
    failed: (p_id, p_attempt, p_error, p_permanent) =>
      call('mark_email_failed', { p_id, p_attempt, p_error, p_permanent }),
    ranAt: () => call('email_sender_ran_at', {}),
  }
}
