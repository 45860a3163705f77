import { HttpResponse, http } from 'msw'
import type { Activity } from '@/entities/activity/activity'
import { server } from './server.ts'

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

/** The newest first. */
export const activityLog = (count: number) =>
  Array.from({ length: count }, (_, index) => activityEntry(count - index))

type Request = { p_search?: string; p_table?: string; p_key_id?: number; p_reverse: boolean; p_limit: number }

/** Serves the activity log and its count; returns the requests. */
export function serveActivity(log: Activity[]) {
  const requests: Request[] = []
  server.use(
    http.post('*/rest/v1/rpc/activity', async ({ request }) => {
      const body = (await request.json()) as Request
      requests.push(body)
      const { p_key_id: key, p_reverse, p_limit } = body
      const rows = log.filter(({ id }) => key === undefined || (p_reverse ? id > key : id < key))
      const query = new URL(request.url).searchParams
      const offset = Number(query.get('offset') ?? 0)
      const found = (p_reverse ? rows.reverse() : rows).slice(0, p_limit)
      return HttpResponse.json(found.slice(offset, offset + Number(query.get('limit') ?? 1000)))
    }),
    http.post('*/rest/v1/rpc/count_activity', () => HttpResponse.json(log.length)),
  )
  return requests
}
