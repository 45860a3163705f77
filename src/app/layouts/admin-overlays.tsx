import type { PaletteState } from '@/app/layouts/use-palette'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { AdminExplain } from '@/features/admin/explain/open'

const Palette = lazyDialog(() => import('@/features/admin/palette').then((m) => m.AdminPaletteDialog))

export function AdminOverlays({ palette }: { palette: PaletteState }) {
  return (
    <>
      <AdminExplain />
      {palette.isOpen ? <Palette frame={{ title: 'Search', wide: true }} onClose={palette.close} /> : null}
    </>
  )
}
