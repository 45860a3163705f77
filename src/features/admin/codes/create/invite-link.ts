import { paths } from '@/lib/paths'

export function inviteLink(code: string): string {
  return `${window.location.origin}${paths.auth({ invite: code })}`
}
