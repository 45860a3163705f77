import type { KeyGroup } from './keyboard-sheet'

type Keys = KeyGroup['keys']
type ListKeyOptions = { canOpen?: boolean; moveKeys?: Keys; actionKeys?: Keys }

/** The keys of a selectable list, and those of its page. */
export function listKeyGroups(
  noun: string,
  { canOpen = false, moveKeys = [], actionKeys = [] }: ListKeyOptions,
): KeyGroup[] {
  return [
    {
      title: 'Move',
      keys: [
        { label: `Next, previous ${noun}`, shortcut: ['J', 'K'] },
        ...(canOpen ? [{ label: 'Open details', shortcut: ['Enter'] }] : []),
        { label: 'Search', shortcut: ['/'] },
        ...moveKeys,
      ],
    },
    {
      title: 'Select',
      keys: [
        { label: `Select this ${noun}`, shortcut: ['X'] },
        { label: 'Select up to here', shortcut: ['Shift', 'X'] },
        { label: 'Select all that match', shortcut: ['A'] },
        { label: 'Clear selection', shortcut: ['Esc'] },
      ],
    },
    {
      title: 'Act on what is selected',
      keys: [...actionKeys, { label: 'Undo the last run', shortcut: ['U'] }],
    },
  ]
}
