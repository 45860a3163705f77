import { lazyDialog } from '@/components/dialog/lazy-dialog'

const Palette = lazyDialog(() => import('./dialog').then((m) => m.AdminPaletteDialog))

export function AdminPalette({ onClose }: { onClose: () => void }) {
  return <Palette frame={{ title: 'Search', wide: true }} onClose={onClose} />
}
