import type { PaletteState } from '@/app/layouts/use-palette'
import { useLiveUpdates } from '@/entities/shared/live'
import { OwnExplain } from '@/features/member/explain/open'
import { OwnPalette } from '@/features/member/palette/open'
import { NotificationsPanel } from '@/features/notifications/panel'

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
      {palette?.isOpen ? <OwnPalette onClose={palette.close} /> : null}
    </>
  )
}
