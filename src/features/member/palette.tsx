import { capitalize } from '@/lib/format'
import { paths } from '@/lib/paths'
import { type PaletteArea, SearchPalette } from '@/widgets/palette/search-palette'

const ownArea: PaletteArea = {
  all: false,
  hint: 'Order number, benefit or screen',
  screens: [
    { title: 'Dashboard', to: paths.dashboard },
    { title: 'Browse Benefits', to: paths.benefits },
    { title: 'Order History', to: paths.orders },
    { title: 'Token History', to: paths.transactions },
    { title: 'Redeem Codes', to: paths.redeem },
    { title: 'Invite a Colleague', to: paths.invite },
    { title: 'Your Profile', to: paths.profile },
  ],
  kinds: [
    {
      kind: 'order',
      name: 'Your orders',
      item: ({ id, title, detail, state }) => ({
        title,
        details: [detail, state && capitalize(state)].filter(Boolean).join(', '),
        to: paths.orderOf(id),
      }),
    },
    { kind: 'benefit', name: 'Benefits', item: ({ id, title }) => ({ title, to: paths.benefitOf(id) }) },
  ],
}

export function OwnPaletteDialog({ onClose }: { onClose: () => void }) {
  return <SearchPalette area={ownArea} onClose={onClose} />
}
