import { lazy, Suspense } from 'react'
import type { PaletteState } from '@/app/layouts/use-palette'
import { useProfile } from '@/entities/profiles/profile'
import { useLiveUpdates } from '@/entities/shared/live'
import { OwnExplain } from '@/features/member/explain/open'
import { OwnPalette } from '@/features/member/palette/open'
import { NotificationsPanel } from '@/features/notifications/panel'

const LeavingBar = lazy(() =>
  import('@/features/member/profile/privacy/leaving-bar').then((m) => ({ default: m.LeavingBar })),
)

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
      <LazyLeavingBar />
      {palette?.isOpen ? <OwnPalette onClose={palette.close} /> : null}
    </>
  )
}

function LazyLeavingBar() {
  const profile = useProfile().data
  return profile?.deletes_at ? (
    <Suspense fallback={null}>
      <LeavingBar deletesAt={profile.deletes_at} role={profile.role} />
    </Suspense>
  ) : null
}
