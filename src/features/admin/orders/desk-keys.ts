import { listKeyGroups } from '@/components/keyboard/list-key-groups'

export const deskKeys = listKeyGroups('order', {
  opens: true,
  move: [{ act: 'View 1 to 9', press: ['G', '1'] }],
  act: [
    { act: 'Mark processing', press: ['1'] },
    { act: 'Mark completed', press: ['2'] },
    { act: 'Mark delivered', press: ['3'] },
    { act: 'Cancel', press: ['4'] },
    { act: 'Add a note', press: ['N'] },
  ],
})
