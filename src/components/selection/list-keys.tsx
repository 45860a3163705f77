import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { listKeyGroups } from '@/components/keyboard/list-key-groups'
import { type List, useListKeys } from './use-list-keys'

const KeyboardSheet = lazyDialog(() =>
  import('@/components/keyboard/keyboard-sheet').then((module) => module.KeyboardSheet),
)

type Props = List & { noun: string }

export function ListKeys({ noun, ...list }: Props) {
  const [help, setHelp] = useState(false)
  useListKeys({ ...list, keys: { '?': () => setHelp(true) } })
  if (!help) return null
  return (
    <KeyboardSheet
      frame={{ title: 'Keyboard', wide: true }}
      groups={listKeyGroups(noun, { opens: list.onOpen !== undefined })}
      note="Each action shows a preview first. No key changes anything by itself."
      onClose={() => setHelp(false)}
    />
  )
}
