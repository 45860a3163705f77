import type { Shortcuts } from '@/components/keyboard/use-shortcuts'

const bulkActs = ['processing', 'completed', 'delivered', 'cancelled', 'note'] as const
export type BulkAct = (typeof bulkActs)[number]

export const actKeys: Record<BulkAct, string> = {
  processing: '1',
  completed: '2',
  delivered: '3',
  cancelled: '4',
  note: 'n',
}

export function bulkKeys(onAct: (act: BulkAct) => unknown): Shortcuts {
  return Object.fromEntries(bulkActs.map((act) => [actKeys[act], () => onAct(act)]))
}
