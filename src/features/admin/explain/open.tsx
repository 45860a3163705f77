import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { DrawerTitle } from '@/components/explain/explained'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import { useExplainedNumber } from '@/widgets/explain/use-explained'
import { adminExplanation } from './explanation'

const Drawer = lazyDialog(() => import('./drawer').then((m) => m.AdminExplainDrawer))

export function AdminExplain() {
  const { numberRef, close } = useExplainedNumber()
  const explanation = numberRef && adminExplanation(numberRef)
  if (!numberRef || !explanation) return null
  return (
    <Drawer
      key={formatNumberRef(numberRef)}
      frame={{ drawer: true, title: <DrawerTitle>{explanation.title}</DrawerTitle> }}
      numberRef={numberRef}
      explanation={explanation}
      onClose={close}
    />
  )
}
