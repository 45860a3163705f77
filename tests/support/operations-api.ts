import type { OperationResult } from '@/entities/operations/operation'
import type { Operation } from '@/entities/operations/recent'
import { memberId } from './builders.ts'
import { serveCall } from './server.ts'

/** An own operation that marked 198 orders delivered a minute ago. */
export function operation(over: Partial<Operation> = {}): Operation {
  return {
    id: 'op-1',
    kind: 'order_status',
    actor_id: memberId,
    parameters: { status: 'delivered' },
    state: 'done',
    changed: 198,
    skipped: 16,
    undone: 0,
    kept: 0,
    remaining: 0,
    emails: 198,
    created_at: new Date(Date.now() - 60_000).toISOString(),
    undo_until: new Date(Date.now() + 540_000).toISOString(),
    undone_at: null,
    actor: { name: 'Henrik Vos' },
    ...over,
  }
}

/** An operation of another admin. */
export const othersOperation = (over: Partial<Operation> = {}) =>
  operation({ id: 'op-2', actor_id: 'another', actor: { name: 'Ines Moreau' }, ...over })

export const operationResult = (over: Partial<OperationResult> = {}): OperationResult => ({
  operation_id: 'op-1',
  changed: 198,
  skipped: [],
  tokens: 0,
  moves: [],
  emails: 198,
  remaining: 0,
  as_of: '2026-11-20T10:00:00Z',
  ...over,
})

/** Serves these functions of the database; returns what each was sent. */
export function serveOperationCalls(answers: Record<string, (body: object) => unknown>) {
  const requests: Record<string, object[]> = {}
  for (const [name, answer] of Object.entries(answers)) requests[name] = serveCall(name, answer)
  return requests
}
