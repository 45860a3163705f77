import fc from 'fast-check'
import { type Actor, isAdmin } from '../model/model.ts'
import { DENIED, rows } from './answer.ts'
import { actor, admins, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

/** The only setting that is compared: there is one in the database, so it is raced by itself. */
export const LOGO = 'email_logo_url'

const storing = (by: Actor, value: string): Request => ({
  by,
  call: { insert: 'app_settings', rows: [{ key: LOGO, value }], merge: true },
  does: (now) => {
    if (!isAdmin(now, by)) return DENIED
    now.settings.set(LOGO, value)
    return rows(1)
  },
})

const storeLogo: Operation = {
  name: 'store the logo',
  weight: 1,
  races: (['ada', 'bea'] as const).map((name) =>
    race(name, 'stores the logo', ['logo'], (_, by) => storing(by, `/${name}.png`), {
      by: name,
      alone: true,
    }),
  ),
  rights: {
    app_settings: {
      insert: { admin: { kinds: ['new'], columns: ['key', 'value'] } },
      update: { admin: { kinds: ['set'], columns: ['key', 'value'] } },
      upsert: { admin: { kinds: ['set'] } },
    },
  },
  draw: planned({ who: one, value: fc.constantFrom('/one.png', '/two.png') }, (model, { who, value }) =>
    storing(actor(model, who, admins), value),
  ),
}

export const settings: Operation[] = [storeLogo]
