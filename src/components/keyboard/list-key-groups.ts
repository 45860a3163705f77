import type { KeyGroup } from './keyboard-sheet'

type Keys = KeyGroup['keys']
type ListKeyOptions = { opens?: boolean; move?: Keys; act?: Keys }

/** The keys of a selectable list, and those of its page. */
export function listKeyGroups(
  noun: string,
  { opens = false, move = [], act = [] }: ListKeyOptions,
): KeyGroup[] {
  return [
    {
      title: 'Move',
      keys: [
        { act: `Next, previous ${noun}`, press: ['J', 'K'] },
        ...(opens ? [{ act: 'Open details', press: ['Enter'] }] : []),
        { act: 'Search', press: ['/'] },
        ...move,
      ],
    },
    {
      title: 'Select',
      keys: [
        { act: `Select this ${noun}`, press: ['X'] },
        { act: 'Select up to here', press: ['Shift', 'X'] },
        { act: 'Select all that match', press: ['A'] },
        { act: 'Clear selection', press: ['Esc'] },
      ],
    },
    {
      title: 'Act on what is selected',
      keys: [...act, { act: 'Undo the last run', press: ['U'] }],
    },
  ]
}
