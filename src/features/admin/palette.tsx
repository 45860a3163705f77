import type { SearchResult } from '@/entities/search/everything'
import { adminPaths } from '@/lib/admin-paths'
import { capitalize } from '@/lib/format'
import { paths } from '@/lib/paths'
import { type PaletteArea, SearchPalette } from '@/widgets/palette/search-palette'

const details = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')

const code =
  (path: (id: string) => string) =>
  ({ id, title, detail, state }: SearchResult) => ({ title, details: details(detail, state), to: path(id) })

const adminArea: PaletteArea = {
  all: true,
  hint: 'Order number, name, email, benefit, or the last four characters of a code',
  screens: [
    { title: 'Overview', to: paths.admin },
    { title: 'Benefits', to: paths.adminBenefits },
    { title: 'Users', to: paths.adminUsers },
    { title: 'Orders', to: paths.adminOrders },
    { title: 'Reports', to: paths.adminReports },
    { title: 'Token Codes', to: paths.adminTokenCodes },
    { title: 'Invite Codes', to: paths.adminInviteCodes },
    { title: 'Announcements', to: paths.adminAnnouncements },
    { title: 'Email Branding', to: paths.adminEmailBranding },
    { title: 'Payments', to: paths.adminPayments },
    { title: 'Activity', to: paths.adminActivity },
    { title: 'Settings', to: paths.adminSettings },
    { title: 'Settings: contact address', to: `${paths.adminSettings}#settings-club` },
    { title: 'Settings: prices and launch places', to: `${paths.adminSettings}#settings-membership` },
    { title: 'Settings: token packs', to: `${paths.adminSettings}#settings-tokens` },
    { title: 'Settings: late credit', to: `${paths.adminSettings}#settings-orders` },
    { title: 'Settings: invitations and bonus', to: `${paths.adminSettings}#settings-invitations` },
    { title: 'Settings: second factor of admins', to: `${paths.adminSettings}#settings-security` },
    { title: 'Your account', to: paths.dashboard },
    { title: 'Late orders', to: `${paths.adminOrders}?due=late&sort=due` },
    { title: 'Add Benefit', to: `${paths.adminBenefits}?new` },
    { title: 'Create token code', to: `${paths.adminTokenCodes}?new` },
    { title: 'Create invite code', to: `${paths.adminInviteCodes}?new` },
    { title: 'Invite people', to: `${paths.adminInviteCodes}?view=invitations&invite` },
    { title: 'New announcement', to: `${paths.adminAnnouncements}?new` },
    { title: 'Import token codes', to: `${paths.adminTokenCodes}?import` },
    { title: 'Memberships ending in 30 days', to: `${paths.adminUsers}?group=ending` },
  ],
  kinds: [
    {
      kind: 'person',
      name: 'Users',
      item: ({ id, title, detail }) => ({
        title,
        details: details(detail),
        to: adminPaths.personOf(id),
      }),
    },
    {
      kind: 'order',
      name: 'Orders',
      item: ({ id, title, detail, state }) => ({
        title,
        details: details(detail, state && capitalize(state)),
        to: adminPaths.orderOf(id),
      }),
    },
    {
      kind: 'benefit',
      name: 'Benefits',
      item: ({ id, title, state }) => ({
        title,
        details: state === 'inactive' ? 'Inactive' : undefined,
        to: adminPaths.benefitOf(id),
      }),
    },
    { kind: 'token_code', name: 'Token Codes', item: code(adminPaths.tokenCodeOf) },
    { kind: 'invite_code', name: 'Invite Codes', item: code(adminPaths.inviteCodeOf) },
  ],
}

export function AdminPaletteDialog({ onClose }: { onClose: () => void }) {
  return <SearchPalette area={adminArea} onClose={onClose} />
}
