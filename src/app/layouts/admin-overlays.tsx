import type { PaletteState } from '@/app/layouts/use-palette'
import { AdminExplain } from '@/features/admin/explain/open'
import { AdminPalette } from '@/features/admin/palette/open'

export function AdminOverlays({ palette }: { palette: PaletteState }) {
  return (
    <>
      <AdminExplain />
      {palette.isOpen ? <AdminPalette onClose={palette.close} /> : null}
    </>
  )
}
