import { lazyDialog } from '@/components/dialog/lazy-dialog'

const Palette = lazyDialog(() => import('./dialog').then((m) => m.OwnPaletteDialog))

export function OwnPalette({ onClose }: { onClose: () => void }) {
  return <Palette frame={{ title: 'Search', wide: true }} onClose={onClose} />
}
