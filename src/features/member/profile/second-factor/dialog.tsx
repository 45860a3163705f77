import { useState } from 'react'
import type { Factor } from '@/entities/session/assurance'
import { useCreateRecoveryCodes } from '@/entities/session/second-factor'
import { AddFactor } from './add-factor'
import { FactorList } from './factor-list'
import { RecoveryCodes } from './recovery-codes'
import { RemoveFactor } from './remove-factor'

type Props = { admin: boolean; onClose: () => void }

export function SecondFactorDialog({ admin, onClose }: Props) {
  const [shown, setShown] = useState<'list' | 'add' | Factor>('list')
  const create = useCreateRecoveryCodes()
  const back = () => setShown('list')

  /** Whoever adds the first authenticator receives recovery codes (D54). */
  function handleAdded(isFirst: boolean) {
    back()
    if (isFirst) create.mutate()
  }

  if (create.data) return <RecoveryCodes codes={create.data} onKept={create.reset} onClose={onClose} />
  if (shown === 'add') return <AddFactor onAdded={handleAdded} onBack={back} onClose={onClose} />
  if (shown !== 'list') return <RemoveFactor admin={admin} factor={shown} onBack={back} onClose={onClose} />
  return (
    <FactorList
      admin={admin}
      codes={create}
      onAdd={() => setShown('add')}
      onRemove={setShown}
      onClose={onClose}
    />
  )
}
