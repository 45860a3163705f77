import type { Explanation } from '@/components/explain/explained-line'
import type { NumberRef } from '@/entities/explanations/number-ref'
import { ownNumber } from '@/entities/explanations/own-number'
import { useUser } from '@/entities/session/session'
import { ExplainedDrawer } from '@/widgets/explain/explained-drawer'
import { ownLine } from './line'

type Props = { numberRef: NumberRef; explanation: Explanation; onClose: () => void }

export function OwnExplainDrawer(props: Props) {
  const source = ownNumber(props.numberRef, useUser().id)
  return source ? <ExplainedDrawer {...props} source={source} lineOf={ownLine} /> : null
}
