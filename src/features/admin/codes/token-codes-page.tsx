import { CodesScreen } from './codes-screen'

export function TokenCodesPage() {
  return <CodesScreen kind="token" />
}
