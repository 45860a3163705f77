import { CodesScreen } from './codes-screen'

/** /admin/invite-codes */
export function Component() {
  return <CodesScreen kind="invite" />
}
