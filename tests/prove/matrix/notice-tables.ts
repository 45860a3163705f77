import { randomUUID } from 'node:crypto'
import { NEVER_ID, oneself, someId, type Table, THEN } from './samples.ts'

/** Notices and preferences. */
export const noticeTables: Record<string, Table> = {
  notifications: {
    key: 'id',
    owner: 'user_id',
    columns: {
      id: someId,
      user_id: oneself,
      kind: 'benefit_available',
      order_id: NEVER_ID,
      benefit_id: NEVER_ID,
      data: '{"tried": true}',
      count: 9,
      created_at: THEN,
      read_at: THEN,
    },
    fresh: (scene, actor, kind) => ({
      id: randomUUID(),
      user_id: scene.idOf(actor, kind),
      kind: 'order_delivered',
    }),
    select: { member: ['own'], admin: ['own'] },
  },
  notification_preferences: {
    // The scene has one row of each person.
    key: 'user_id',
    conflict: 'user_id,kind',
    owner: 'user_id',
    columns: {
      user_id: oneself,
      kind: 'stock',
      in_app: ({ row }) => row?.in_app !== true,
      by_email: ({ row }) => row?.by_email !== true,
    },
    fresh: (scene, actor, kind) => ({ user_id: scene.idOf(actor, kind), kind: 'grants', by_email: true }),
    select: { member: ['own'], admin: ['own'] },
  },
}
