import { useEffect, useRef } from 'react'
import { toastInfo } from '@/components/ui/toast'
import type { Operation } from '@/entities/operations/recent'
import { useUser } from '@/entities/session/session'
import { capitalize, formatCount } from '@/lib/format'
import { textsOf } from './texts-of'

/** Announces the operations of other admins while the page is open. */
export function useAnnounceOperations(operations: readonly Operation[] | undefined) {
  const me = useUser().id
  const seen = useRef<ReadonlyMap<string, string>>(undefined)

  useEffect(() => {
    if (!operations) return
    const before = seen.current
    seen.current = new Map(operations.map(({ id, state }) => [id, state]))
    for (const operation of before ? operations : []) {
      if (operation.actor_id === me || before?.get(operation.id) === operation.state) continue
      const sentence = announcementOf(operation)
      if (sentence) toastInfo(...sentence)
    }
  }, [operations, me])
}

function announcementOf(operation: Operation): [title: string, description: string] | undefined {
  const texts = textsOf(operation)
  if (!texts || !['done', 'undone'].includes(operation.state)) return undefined
  const { state, changed, kept, undone, actor } = operation
  const name = actor?.name ?? 'Deleted user'
  const rows = formatCount(state === 'done' ? changed + kept : undone, ...texts.noun)
  return [
    capitalize(texts.noun[1]),
    state === 'done' ? `${name} ${texts.did(rows)}.` : `${name} undid that: ${rows} as before.`,
  ]
}
