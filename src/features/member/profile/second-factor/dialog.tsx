import { useState } from 'react'
import type { Factor } from '@/entities/session/assurance'
import { AddFactor } from './add-factor'
import { FactorList } from './factor-list'
import { RemoveFactor } from './remove-factor'

type Props = { admin: boolean; onClose: () => void }

export function SecondFactorDialog({ admin, onClose }: Props) {
  const [shown, setShown] = useState<'list' | 'add' | Factor>('list')
  const back = () => setShown('list')
  if (shown === 'add') return <AddFactor onBack={back} onClose={onClose} />
  if (shown !== 'list') return <RemoveFactor factor={shown} onBack={back} onClose={onClose} />
  return <FactorList admin={admin} onAdd={() => setShown('add')} onRemove={setShown} onClose={onClose} />
}
