import type { Shortcuts } from '@/components/keyboard/use-shortcuts'

const bulkActions = ['processing', 'completed', 'delivered', 'cancelled', 'note'] as const
export type BulkAction = (typeof bulkActions)[number]

export const actionKeys: Record<BulkAction, string> = {
  processing: '1',
  completed: '2',
  delivered: '3',
  cancelled: '4',
  note: 'n',
}

export function bulkKeys(onAct: (act: BulkAction) => unknown): Shortcuts {
  return Object.fromEntries(bulkActions.map((act) => [actionKeys[act], () => onAct(act)]))
}
