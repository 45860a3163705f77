import { CodesScreen } from './codes-screen'

export function InviteCodesPage() {
  return <CodesScreen kind="invite" />
}
