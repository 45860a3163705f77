import { NO_ADMIN, type Operation } from './operation.ts'
import { isAdmin, type Name } from './state.ts'

const KEY = 'email_logo_url'

const store = (by: Name): Operation => ({
  name: `${by} stores the logo`,
  on: ['logo'],
  by,
  call: () => ({ by, insert: 'app_settings', rows: [{ key: KEY, value: `/${by}.png` }], merge: true }),
  apply: (state) => {
    if (!isAdmin(state, by)) return [...NO_ADMIN, '42501']
    state.logo = `/${by}.png`
    return 'done'
  },
})

/** The one setting that two may write at once (D24). */
export const logo: Operation[] = [store('ada'), store('bea')]
