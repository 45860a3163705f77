import { SearchPalette } from '@/widgets/palette/search-palette'
import { ownArea } from './area'

export function OwnPaletteDialog({ onClose }: { onClose: () => void }) {
  return <SearchPalette area={ownArea} onClose={onClose} />
}
