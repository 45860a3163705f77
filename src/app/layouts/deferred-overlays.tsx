import type { PaletteState } from '@/app/layouts/use-palette'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { useLiveUpdates } from '@/entities/shared/live'
import { OwnExplain } from '@/features/member/explain/open'
import { NotificationsPanel } from '@/features/notifications/panel'

const Palette = lazyDialog(() => import('@/features/member/palette').then((m) => m.OwnPaletteDialog))

type Props = {
  area: 'Member' | 'Admin'
  isOpen: boolean
  onClose: () => void
  palette: PaletteState | undefined
}

export function DeferredOverlays({ area, isOpen, onClose, palette }: Props) {
  useLiveUpdates(area)
  return (
    <>
      {isOpen ? <NotificationsPanel area={area} onClose={onClose} /> : null}
      {area === 'Member' ? <OwnExplain /> : null}
      {palette?.isOpen ? <Palette frame={{ title: 'Search', wide: true }} onClose={palette.close} /> : null}
    </>
  )
}
