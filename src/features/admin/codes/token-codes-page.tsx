import { CodesScreen } from './codes-screen'
import { WithCodePanel } from './panel/with-code-panel'

export function TokenCodesPage() {
  return (
    <WithCodePanel kind="token">
      <CodesScreen kind="token" />
    </WithCodePanel>
  )
}
