import { CodesScreen } from './codes-screen'

/** /admin/token-codes */
export function Component() {
  return <CodesScreen kind="token" />
}
