import fc from 'fast-check'
import { type Actor, isAdmin, type Model, wordsFor } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { actor, admins, one } from './draw.ts'
import { type Answer, DENIED, type Operation, type Race, type Request, rows } from './operation.ts'

/** The only setting that is compared: there is one in the database, so it is raced by itself. */
export const LOGO = 'email_logo_url'

function store(model: Model, by: Actor, value: string): Answer {
  if (!isAdmin(model, by)) return DENIED
  model.settings.set(LOGO, value)
  return rows(1)
}

const storing = (model: Model, by: Actor, value: string): Request => ({
  words: `${wordsFor(model, by)} stores the logo ${value}`,
  by,
  call: { insert: 'app_settings', rows: [{ key: LOGO, value }], merge: true },
  does: (now) => store(now, by, value),
})

const raceLogo = (by: Name): Race => ({
  name: `${by} stores the logo`,
  on: ['logo'],
  by,
  alone: true,
  request: ({ model, ids }) => storing(model, ids[by], `/${by}.png`),
})

const storeLogo: Operation = {
  name: 'store the logo',
  weight: 1,
  races: [raceLogo('ada'), raceLogo('bea')],
  rights: {
    app_settings: {
      insert: { admin: { kinds: ['new'], columns: ['key', 'value'] } },
      update: { admin: { kinds: ['set'], columns: ['key', 'value'] } },
      upsert: { admin: { kinds: ['set'] } },
    },
  },
  draw: fc
    .record({ who: one, value: fc.constantFrom('/one.png', '/two.png') })
    .map((drawn) => (model) => storing(model, actor(model, drawn.who, admins), drawn.value)),
}

export const settings: Operation[] = [storeLogo]
