import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { DrawerTitle } from '@/components/explain/drawer-title'
import { askedKey } from '@/entities/explanations/asked'
import { useAsked } from '@/widgets/explain/use-asked'
import { adminExplanation } from './explanation'

const Drawer = lazyDialog(() => import('./drawer').then((m) => m.AdminExplainDrawer))

export function AdminExplain() {
  const { asked, close } = useAsked()
  const explanation = asked && adminExplanation(asked)
  if (!asked || !explanation) return null
  return (
    <Drawer
      key={askedKey(asked)}
      frame={{ drawer: true, title: <DrawerTitle>{explanation.title}</DrawerTitle> }}
      asked={asked}
      explanation={explanation}
      onClose={close}
    />
  )
}
