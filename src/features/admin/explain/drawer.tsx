import type { Explanation } from '@/components/explain/explained-line'
import { adminNumber } from '@/entities/explanations/admin-number'
import type { Asked } from '@/entities/explanations/asked'
import { ExplainedDrawer } from '@/widgets/explain/explained-drawer'
import { adminLine } from './line'

type Props = { asked: Asked; explanation: Explanation; onClose: () => void }

export function AdminExplainDrawer(props: Props) {
  const source = adminNumber(props.asked)
  if (!source) return null
  return <ExplainedDrawer {...props} source={source} lineOf={(row) => adminLine(props.asked, row)} />
}
