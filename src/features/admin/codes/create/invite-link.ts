import { paths } from '@/lib/paths'

/** The address that fills in an invite code (D17). */
export function inviteLink(code: string): string {
  return `${window.location.origin}${paths.auth({ invite: code })}`
}
