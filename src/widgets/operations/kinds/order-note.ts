import type { OperationTexts } from '../kinds'

export const orderNoteTexts: OperationTexts = {
  noun: ['order', 'orders'],
  title: (what) => `Add a note to ${what}`,
  actionLabel: (count) => `Add a note to ${count}`,
  running: 'Adding notes',
  done: (count) => `${count} given a note`,
  did: (what) => `added a note to ${what}`,
  reasons: {},
}
