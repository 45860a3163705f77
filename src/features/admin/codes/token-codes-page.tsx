import { CodesScreen } from './codes-screen'

/** /admin/token-codes */
export function TokenCodesPage() {
  return <CodesScreen kind="token" />
}
