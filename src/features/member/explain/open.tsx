import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { DrawerTitle } from '@/components/explain/drawer-title'
import { askedKey } from '@/entities/explanations/asked'
import { useAsked } from '@/widgets/explain/use-asked'
import { ownExplanation } from './explanation'

const Drawer = lazyDialog(() => import('./drawer').then((m) => m.OwnExplainDrawer))

export function OwnExplain() {
  const { asked, close } = useAsked()
  const explanation = asked && ownExplanation(asked)
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
