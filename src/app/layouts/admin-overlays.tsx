import type { PaletteState } from '@/app/layouts/use-palette'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { adminExplanation } from '@/features/admin/explain/explanation'
import { ExplainOverlay } from '@/widgets/explain/explain-overlay'

const Palette = lazyDialog(() => import('@/features/admin/palette').then((m) => m.AdminPaletteDialog))
const ExplainDrawer = lazyDialog(() =>
  import('@/features/admin/explain/drawer').then((m) => m.AdminExplainDrawer),
)

export function AdminOverlays({ palette }: { palette: PaletteState }) {
  return (
    <>
      <ExplainOverlay explanationOf={adminExplanation} Drawer={ExplainDrawer} />
      {palette.isOpen ? <Palette frame={{ title: 'Search', wide: true }} onClose={palette.close} /> : null}
    </>
  )
}
