import type { Activity } from '@/entities/activity/activity'
import { serveCall } from './server.ts'

export const actorId = '00000000-0000-4000-9000-000000000001'

/** A change of an order's status. */
export function activityEntry(id: number, over: Partial<Activity> = {}): Activity {
  return {
    id,
    at: '2026-11-20T14:12:00Z',
    actor_id: actorId,
    actor_name: 'Henrik Vos',
    table_name: 'orders',
    row_id: actorId,
    subject: `ORD-${String(id).padStart(6, '0')}`,
    action: 'update',
    before: { status: 'pending', updated_at: '2026-11-19T10:00:00Z' },
    after: { status: 'delivered', updated_at: '2026-11-20T14:12:00Z' },
    ...over,
  }
}

/** Serves the activity log and its count, whatever is asked for; returns the requests. */
export function serveActivity(log: Activity[]) {
  serveCall('admin_second_factors', () => [{ id: actorId, name: 'Henrik Vos' }])
  serveCall('count_activity', () => log.length)
  return serveCall('activity', () => log)
}
