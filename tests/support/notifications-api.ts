import { HttpResponse, http } from 'msw'
import type { Notification } from '@/entities/notifications/notification'
import { memberId, uuid } from './builders.ts'
import { broken, serveRows } from './member-api.ts'
import { filtered } from './rest-rows.ts'
import { server } from './server.ts'

/** An unread notification of the member, of today. */
export function notification(over: Partial<Notification> = {}): Notification {
  return {
    id: uuid(),
    user_id: memberId,
    kind: 'order_status',
    order_id: uuid(),
    benefit_id: null,
    data: { status: 'processing', benefit: 'Keystone Vault', order_number: 'ORD-000148' },
    count: 1,
    created_at: new Date().toISOString(),
    read_at: null,
    ...over,
  }
}

/** Serves notifications and marks them as read; tests change `rows`, and `fails` refuses to mark. */
export function serveNotifications(rows: Notification[] = []) {
  const served = Object.assign(serveRows('notifications', rows), { fails: false })
  server.use(
    http.patch('*/rest/v1/notifications', ({ request }) => {
      if (served.fails) return broken()
      const query = new URL(request.url).searchParams
      const now = new Date().toISOString()
      for (const row of filtered(served.rows, query)) row.read_at = now
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return served
}
