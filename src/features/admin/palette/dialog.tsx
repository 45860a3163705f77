import { SearchPalette } from '@/widgets/palette/search-palette'
import { adminArea } from './area'

export function AdminPaletteDialog({ onClose }: { onClose: () => void }) {
  return <SearchPalette area={adminArea} onClose={onClose} />
}
