import { CodesScreen } from './codes-screen'

/** /admin/invite-codes */
export function InviteCodesPage() {
  return <CodesScreen kind="invite" />
}
