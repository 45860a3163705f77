import { useRef, useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { listKeyGroups } from '@/components/keyboard/list-key-groups'
import { type Shortcuts, useShortcuts } from '@/components/keyboard/use-shortcuts'
import { checkboxId } from './selection'
import type { Selection } from './use-selection'

type List = {
  rows: readonly { id: string }[]
  selection: Omit<Selection, 'picked'>
  onOpen?: (id: string) => void
  keys?: Shortcuts
}

/** J and K move between rows, X and Shift+X select, A selects all matches, Escape none, Enter opens. */
export function useListKeys({ rows, selection, onOpen, keys }: List) {
  const last = useRef(-1)

  /** The index of the focused row or, if it has left the list, its last index. */
  function current(): number {
    const focused = document.activeElement?.closest('tr')?.querySelector('[id^="pick-"]')?.id
    const at = rows.findIndex(({ id }) => checkboxId(id) === focused)
    if (at >= 0) last.current = at
    return at
  }

  function moveFocus(by: number) {
    const at = current()
    const targetIndex = at >= 0 ? at + by : by > 0 ? Math.max(last.current, 0) : last.current - 1
    const next = Math.min(Math.max(targetIndex, 0), rows.length - 1)
    const row = rows[next]
    if (!row) return
    last.current = next
    const control = document.getElementById(checkboxId(row.id))
    control?.focus()
    control?.closest('tr')?.scrollIntoView?.({ block: 'nearest' })
  }

  const onRow = (action: (id: string) => void) => () => {
    const row = rows[current()]
    if (!row) return false
    action(row.id)
  }

  /** Links and buttons have their own Enter. */
  const isCheckboxFocused = () => document.activeElement?.id.startsWith('pick-')
  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: onRow(selection.toggle),
    'Shift+X': onRow((id) => selection.range(id)),
    a: selection.selectAll,
    Escape: () => selection.count > 0 && selection.clear(),
    Enter: onOpen && (() => isCheckboxFocused() === true && onRow(onOpen)()),
    ...keys,
  })
}

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
      groups={listKeyGroups(noun, { canOpen: list.onOpen !== undefined })}
      note="Each action shows a preview first. No key changes anything by itself."
      onClose={() => setHelp(false)}
    />
  )
}
