import { lazyDialog } from '@/components/dialog/lazy-dialog'

export const OpenRows = lazyDialog(() => import('./rows-dialog').then((module) => module.RowsDialog))
