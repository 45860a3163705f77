import fc from 'fast-check'
import { type Actor, isAdmin } from '../model/model.ts'
import { DENIED, MALFORMED, rows } from './answer.ts'
import { actor, admins, one, planned } from './draw.ts'
import { BONUS, QUOTA } from './invite-rules.ts'
import { type Operation, type Request, race } from './operation.ts'

/** There is one of each setting in the database, so they are raced by themselves. */
export const LOGO = 'email_logo_url'

const storing = (by: Actor, key: string, value: string): Request => ({
  by,
  call: { insert: 'app_settings', rows: [{ key, value }], merge: 'key' },
  does: (now) => {
    if (!isAdmin(now, by)) return DENIED
    if (key !== LOGO && !/^(0|[1-9][0-9]{0,2})$/.test(value)) return MALFORMED
    now.settings.set(key, value)
    return rows(1)
  },
})

const storeLogo: Operation = {
  name: 'store the logo',
  weight: 1,
  races: (['ada', 'bea'] as const).map((name) =>
    race(name, 'stores the logo', ['logo'], (_, by) => storing(by, LOGO, `/${name}.png`), {
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
    storing(actor(model, who, admins), LOGO, value),
  ),
}

/** Nothing that was promised changes by them (D43). */
const storeTerms: Operation = {
  name: 'store the terms of referrals',
  weight: 1,
  meets: ['send invitations', 'sign up'],
  rights: storeLogo.rights,
  races: (['ada', 'bea'] as const).map((name) =>
    race(
      name,
      'stores how many may be invited',
      ['invites'],
      (_, by) => storing(by, QUOTA, name === 'ada' ? '1' : '3'),
      { by: name, alone: true },
    ),
  ),
  draw: planned(
    {
      who: one,
      key: fc.constantFrom(QUOTA, BONUS),
      value: fc.constantFrom('0', '2', '3', '15', '-1', '1000'),
    },
    (model, { who, key, value }) => storing(actor(model, who, admins), key, value),
  ),
}

export const settings: Operation[] = [storeLogo, storeTerms]
