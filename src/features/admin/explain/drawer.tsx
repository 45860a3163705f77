import type { Explanation } from '@/components/explain/explained-line'
import { adminNumber } from '@/entities/explanations/admin-number'
import type { NumberRef } from '@/entities/explanations/number-ref'
import { ExplainedDrawer } from '@/widgets/explain/explained-drawer'
import { adminLine } from './line'

type Props = { numberRef: NumberRef; explanation: Explanation; onClose: () => void }

export function AdminExplainDrawer(props: Props) {
  const source = adminNumber(props.numberRef)
  if (!source) return null
  return <ExplainedDrawer {...props} source={source} lineOf={(row) => adminLine(props.numberRef, row)} />
}
